/** Types of what the invoices use of linebreak (https://github.com/foliojs/linebreak). */
declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
