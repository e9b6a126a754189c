import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** The one accent: buttons, selection, focus, the first chart line. Shade 6 carries white text at 5.3:1. */
const cobalt: MantineColorsTuple = [
  "#eef2fe",
  "#dbe3fc",
  "#b6c5f8",
  "#8ea5f4",
  "#6c89f0",
  "#4f71ed",
  "#3a60ea",
  "#2c4fd0",
  "#2444b4",
  "#1b3895",
];

/** Mantine draws its dark scheme from this row: 0 is text, 4 borders, 6 controls, 7 the page. */
const dark: MantineColorsTuple = [
  "#e8eaee",
  "#c9cdd4",
  "#969ca8",
  "#6b717d",
  "#22252b",
  "#191b20",
  "#14161a",
  "#0d0e11",
  "#0a0b0d",
  "#060708",
];

const gray: MantineColorsTuple = [
  "#fafafb",
  "#f4f5f6",
  "#e9eaed",
  "#dcdee2",
  "#c6c9cf",
  "#9aa0aa",
  "#626873",
  "#484d57",
  "#2d3138",
  "#16181d",
];

const red: MantineColorsTuple = [
  "#fdedee",
  "#fad7d8",
  "#f4aeb0",
  "#ee8386",
  "#ea6367",
  "#e5484d",
  "#cd2b31",
  "#b0252a",
  "#8f1f23",
  "#6d181b",
];

/**
 * How everything of Kinora looks: type 13/20 Inter, spaces 4-8-12-16-24-32, radii 4 (thumbs) 6 (controls) 8 (panels)
 * 12 (dialogs), borders instead of shadows. Use it with `withCssVariables={false}`: the variables are in variables.css,
 * because a style element made at run time would not pass the content security policy.
 */
export const theme = createTheme({
  primaryColor: "cobalt",
  primaryShade: 6,
  colors: { cobalt, dark, gray, red },
  black: "#16181d",
  white: "#ffffff",
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  fontSmoothing: true,
  respectReducedMotion: true,
  cursorType: "pointer",
  defaultRadius: "sm",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  fontSizes: { xs: "12px", sm: "13px", md: "13px", lg: "14px", xl: "16px" },
  lineHeights: { xs: "1.3334", sm: "1.5385", md: "1.5385", lg: "1.4286", xl: "1.5" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px" },
      h2: { fontSize: "16px", lineHeight: "24px" },
      h3: { fontSize: "14px", lineHeight: "20px" },
      h4: { fontSize: "13px", lineHeight: "20px" },
      h5: { fontSize: "12px", lineHeight: "16px" },
      h6: { fontSize: "12px", lineHeight: "16px" },
    },
  },
  shadows: {
    xs: "none",
    sm: "0 1px 2px rgb(0 0 0 / 8%)",
    md: "0 6px 24px rgb(0 0 0 / 12%), 0 1px 3px rgb(0 0 0 / 8%)",
    lg: "0 12px 40px rgb(0 0 0 / 18%)",
    xl: "0 16px 56px rgb(0 0 0 / 24%)",
  },
  breakpoints: { xs: "480px", sm: "640px", md: "840px", lg: "1080px", xl: "1520px" },
  components: {
    Button: { defaultProps: { size: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 30 } },
    TextInput: { defaultProps: { size: "sm" } },
    Textarea: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Menu: { defaultProps: { shadow: "md", radius: "md", transitionProps: { duration: 120, transition: "fade" } } },
    Popover: { defaultProps: { shadow: "md", radius: "md" } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    // The scroll lock of dialogs is a rule in base.css: the library's would add a style element at run time.
    Modal: {
      defaultProps: {
        radius: "lg",
        centered: true,
        lockScroll: false,
        shadow: "lg",
        transitionProps: { duration: 140, transition: "fade" },
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Drawer: { defaultProps: { lockScroll: false, shadow: "lg", transitionProps: { duration: 160 } } },
    ModalRoot: { defaultProps: { lockScroll: false } },
    // The title of a dialog as a `header` would be a second banner of the page to assistive technology.
    ModalHeader: { defaultProps: { component: "div" } },
    DrawerHeader: { defaultProps: { component: "div" } },
    DrawerRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } },
    Switch: { defaultProps: { size: "sm", withThumbIndicator: true } },
    Tabs: { defaultProps: { keepMounted: false } },
    Skeleton: { defaultProps: { radius: "xs" } },
    Progress: { defaultProps: { size: 4, radius: "xl" } },
  },
});

const light = {
  side: "#fafafb",
  line: "#e9eaed",
  text: "#16181d",
  muted: "#626873",
  hover: "#f4f5f6",
  selected: "#e9eaee",
  body: "#ffffff",
  published: "#1f9d74",
  processing: "#d98a00",
  unpublished: "#9aa0aa",
  live: "#e5484d",
  failed: "#c3262c",
  placeholder: "#767c87",
  accentText: "#2c4fd0",
};

const night = {
  side: "#0a0b0d",
  line: "#22252b",
  text: "#e8eaee",
  muted: "#969ca8",
  hover: "#191b20",
  selected: "#22252b",
  body: "#0d0e11",
  published: "#1f9d74",
  processing: "#d98a00",
  unpublished: "#9aa0aa",
  live: "#e5484d",
  failed: "#f2777b",
  placeholder: "#7f8590",
  accentText: "#8ea5f4",
};

const tokens = (scheme: typeof light) => ({
  "--kinora-side": scheme.side,
  "--kinora-line": scheme.line,
  "--kinora-text": scheme.text,
  "--kinora-muted": scheme.muted,
  "--kinora-hover": scheme.hover,
  "--kinora-selected": scheme.selected,
  "--kinora-published": scheme.published,
  "--kinora-processing": scheme.processing,
  "--kinora-unpublished": scheme.unpublished,
  "--kinora-live": scheme.live,
  "--kinora-failed": scheme.failed,
  "--kinora-accent-text": scheme.accentText,
  "--mantine-color-body": scheme.body,
  "--mantine-color-text": scheme.text,
  "--mantine-color-dimmed": scheme.muted,
  "--mantine-color-placeholder": scheme.placeholder,
  "--mantine-color-default-border": scheme === light ? "#dcdee2" : "#2e323a",
  "--mantine-color-default-hover": scheme.hover,
  "--mantine-color-default": scheme === light ? "#ffffff" : "#14161a",
  "--mantine-color-error": scheme.failed,
  "--mantine-color-anchor": scheme.accentText,
});

/** The tokens that Mantine does not know or sees differently, for both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--kinora-nav-width": "216px",
    "--kinora-header-height": "48px",
    "--kinora-accent": "#3a60ea",
    "--kinora-thumb-radius": "4px",
    "--kinora-panel-radius": "8px",
  },
  light: tokens(light),
  dark: tokens(night),
});
