import "./floats.css";

// No page shows one of them at once: they are a file of their own, which is fetched when the browser is idle.
export { Combobox, Drawer, Menu, Modal, Popover, Select, Tooltip, useCombobox } from "@mantine/core";
