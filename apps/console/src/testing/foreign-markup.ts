/**
 * What of a page's markup could only come from a text: elements with handlers, script addresses, inline scripts. One function,
 * because tests in a browser run it there.
 */
export function foreignMarkup(foreignHost: string): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`);
      if (/^(href|src|action|formaction|xlink:href)$/i.test(name) && /^\s*(javascript|data:text)/i.test(value))
        found.push(`${element.tagName} ${name}=${value.slice(0, 60)}`);
      if (/^(href|src|action)$/i.test(name) && value.includes(foreignHost)) found.push(`${element.tagName} ${name}`);
    }
    // JSON-LD is a data block, which no browser runs (HTML, section 4.12.1).
    const isData = element.getAttribute("type") === "application/ld+json";
    if (element.tagName === "SCRIPT" && !element.hasAttribute("src") && !isData)
      found.push("a script without an address");
    if (element.tagName === "BASE" || element.matches("meta[http-equiv=refresh]")) found.push(element.tagName);
  }
  return found;
}
