import { useMantineColorScheme } from "@mantine/core";
import { PageHeader } from "../src/PageHeader.tsx";
import { Segments } from "../src/Segments.tsx";
import { Controls } from "./Controls.tsx";
import { Forms } from "./Forms.tsx";
import { Lists } from "./Lists.tsx";
import { Numbers } from "./Numbers.tsx";
import { States } from "./States.tsx";
import styles from "./Gallery.module.css";

/** Every part of the kit, in each of its states. */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = (
    <Segments
      aria-label="Color scheme"
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: "auto", label: "System" },
        { value: "light", label: "Light" },
        { value: "dark", label: "Dark" },
      ]}
    />
  );
  return (
    <main className={styles["page"]}>
      <PageHeader title="Parts" actions={scheme} />
      <Controls />
      <Forms />
      <Lists />
      <States />
      <Numbers />
    </main>
  );
}
