/** What tells a language of Latin letters: its letters beyond ASCII, and words that are in nearly every text. */
interface WrittenLanguage {
  letters: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Its letters where they are not in its words. */
  odd: RegExp | null;
}

const written = (letters: string, words: string, odd: RegExp | null = null): WrittenLanguage => ({
  ...{ letters: new Set(letters), words: new Set(words.split(" ")), odd },
});

const SOUTH_SLAVIC = written(
  "čćđšž",
  "je se da ne u i na to što sam si li za nije ali kako od ti ja smo bi će ste ili sve mi su te kao ovo taj gdje zašto molim hvala dobro",
);

/** By BCP 47. Words are those of subtitles and titles, where a person speaks to another one. */
export const WRITTEN_LANGUAGES: Readonly<Record<string, WrittenLanguage>> = {
  pl: written(
    "ąćęłńóśźż",
    "nie to się w na i z że co jest do tak jak o mnie ale mi za go już tu ty czy ja jej od po dla są był jestem proszę dziękuję dobrze gdzie dlaczego",
  ),
  cs: written(
    "áčďéěíňóřšťúůýž",
    "je se to na že v a co jsem tak si mi za ale ne ty jak do jsi by už mě s o pro tady jsme kde proč ano prosím děkuji dobrý díl den má být",
  ),
  sk: written(
    "áäčďéíĺľňóôŕšťúýž",
    "je sa to na že v a čo som tak si mi za ale nie ty ako do by už ma s o pre tu sme kde prečo áno prosím ďakujem dobrý diel deň má byť",
  ),
  hu: written(
    "áéíóöőúüű",
    "a az és nem hogy egy ez is van de meg el mi te én csak azt itt ha már vagy volt igen jó kérem köszönöm hol miért ne még ő kell lesz",
  ),
  ro: written(
    "ăâîșțşţ",
    "nu și să de a în ce cu o e la mai pe că eu un am este te din ai asta da ne mă unde mulțumesc bine foarte sunt pentru şi mulţumesc ziua",
  ),
  hr: SOUTH_SLAVIC,
  sr: SOUTH_SLAVIC,
  bs: SOUTH_SLAVIC,
  sl: written(
    "čšž",
    "je in se da ne v na to kaj sem za si pa ni ti bi od so ali kako jaz bo kje hvala prosim dobro smo še že",
  ),
  sq: written("çë", "të e në dhe i për një me se nuk është ka nga si që do po unë ti këtë mirë"),
  de: written(
    "äöüß",
    "ich sie das ist du nicht die und es der wir zu ein er in was mir mit ja wie den auf mich dass für im von",
  ),
  fr: written(
    "àâæçéèêëîïôœùûüÿ",
    "je de est pas le vous la tu que un il et à ne les ce en on une ça moi qui mais dans du des pour où été très",
    /ç(?![aouàâôû])|[âîû]$|ù(?!$)|æ(?!quo|vo|$)|œ(?![uidt])/g,
  ),
  es: written(
    "áéíñóúü",
    "que de no a la el es y en lo un por qué me una te los se con para mi está si bien pero yo eso sí cómo",
  ),
  pt: written(
    "àáâãçéêíóôõúü",
    "que não o de a é você e eu um se para do uma me com na os por em está isso bem aqui da sim como",
    /ç(?![aouáãâõó])|â$/g,
  ),
  it: written(
    "àèéìíîòóùú",
    "che non di è e la il un a per in mi sono ho una ma ti lo ha cosa le no come se si con più perché",
    /[àèéìíîòóùú](?!$)/g,
  ),
  ca: written(
    "àçéèíïóòúü·",
    "que no de la a i el és en un per què em una et els amb les ho si però està",
    /ç(?![aouàóú]|$)/g,
  ),
  nl: written("áéíóúëïöüèê", "ik je het de is dat een niet en wat van we in ze op te hij zijn er maar me die heb voor"),
  da: written("æøåé", "jeg det er du ikke i at en og har vi til på hvad mig for de den med der han af kan"),
  nb: written("æøåéòô", "jeg det er du ikke i en og har vi til på hva meg for de den med som han av kan å"),
  sv: written("åäöé", "jag det är du inte att en och har vi på i för han vad med mig som så den till om kan"),
  fi: written("äöåšž", "on ei se en ja että hän mitä minä olen sinä ole nyt kun niin mutta hyvä tämä"),
  is: written("áðéíóúýþæö", "ég að er þú það ekki og í hann við á um til hvað þetta en"),
  tr: written(
    "çğıöşüâîûİ",
    "bir bu ne ve için o mi da de ben çok sen var değil ama evet hayır iyi yok daha mı şey",
    /(?<!hâl)â$/g,
  ),
  lt: written("ąčęėįšųūž", "ir kad tai aš ne ar į tu su kas yra mes man bet jis iš ko čia labai taip"),
  lv: written(
    "āčēģīķļņšūž",
    "un ir es tu nav ka kā tas ar vai no man mums jums mēs jūs to viņš kur bet ko par jā nē labi šeit",
  ),
  et: written("äöõüšž", "on ei ma see ja ta sa et mis kui oli me siis nii aga seda hea"),
};

const CENTRAL = ["pl", "cs", "sk", "hu", "ro", "hr", "sr", "bs", "sl", "sq", "de"];

/** The languages that are written in an encoding of Latin letters. */
export const LANGUAGES_OF_ENCODING: Readonly<Record<string, readonly string[]>> = {
  "windows-1250": CENTRAL,
  "iso-8859-2": CENTRAL,
  "windows-1252": ["de", "fr", "es", "pt", "it", "ca", "nl", "da", "nb", "sv", "fi", "is", "et", "sq"],
  "windows-1254": ["tr"],
  "windows-1257": ["lt", "lv", "et"],
};

/** The encodings that texts of other scripts are in, by language. */
export const ENCODINGS_OF_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  ja: ["shift_jis", "euc-jp", "iso-2022-jp"],
  zh: ["gb18030", "big5"],
  ko: ["euc-kr"],
  ru: ["windows-1251", "koi8-r"],
  uk: ["windows-1251", "koi8-u"],
  bg: ["windows-1251"],
  mk: ["windows-1251"],
  el: ["windows-1253"],
  he: ["windows-1255"],
  ar: ["windows-1256"],
  fa: ["windows-1256"],
  th: ["windows-874"],
};

/** The syllables that most of what is written in Korean consists of. */
export const COMMON_HANGUL: ReadonlySet<string> = new Set(
  "이다는을가에의은하고지를도서기로사아어나들리자인스대한그수시일부있해정보여게면제전라주만으상장조구우와안동요니까네세습감것무말원당오거생내관소마모분경방신성저번비진적공국선등야된때데없과였했합음식날씨첫째막봄뉴녕날좋늘",
);

/** The characters that half of what is written in Chinese and Japanese consists of: simplified, traditional, and kanji. */
export const COMMON_HAN: Readonly<Record<string, ReadonlySet<string>>> = {
  gb18030: new Set(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运请您吗呢吧谢早晚喜欢谁哪怎字幕影片视频集再见爱朋友快乐等待回家",
  ),
  big5: new Set(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運請您嗎呢吧謝早晚喜歡誰哪怎字幕影片視頻集再見愛朋友快樂等待回家",
  ),
  japanese: new Set(
    "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区多県続進正安設保改数記院女初北午指権心界支第産結百点教報済書府活原先共得解名交資予川向際勝面告軍文反元重近千考判認画海参売利組知案道信集在件団別物側任引使求所次水半品論計死官増係感特情投示変打男基私各始島直両朝価式確村提運終果西勢台広容必応演電住談能無再位置真流格有口過局少放料状工建語球空職証土与急止送可役木身費付切由説転食比難車夫収断何南石足違消神番術展態備害算視条独警究育席訪楽起万着乗店残想線病声質念待試族銀助例然早張映限親環験商葉伝働形景落好準造英頭技低毎医復仕去味負失個門写評課末守若美影命福量望松非観整白深字答夜音申様港識注呼達君僕俺誰行待愛友嬉元帰来週",
  ),
};
