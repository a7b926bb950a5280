/** One format of the editor: how it is applied to selected words, and what is stored. */
export interface Format {
  name: string;
  /** The stored HTML of the words "Sample words". */
  html: string;
  /** A button of the toolbar, what to choose in what it opens, and how often. */
  tool: string;
  choice?: string;
  times?: number;
  /** The keys that do the same. */
  keys?: string;
  /** Typed into the panel that the button or the keys open. */
  input?: [label: string, value: string];
}

const words = "Sample words";

export const FORMATS: readonly Format[] = [
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    name: `header ${level}`,
    html: `<h${level}>${words}</h${level}>`,
    tool: "Header",
    choice: `Heading ${level}`,
    keys: `Control+Alt+${level}`,
  })),
  ...["serif", "monospace"].map((font) => ({
    name: `font ${font}`,
    html: `<p><span class="ql-font-${font}">${words}</span></p>`,
    tool: "Font",
    choice: font === "serif" ? "Serif" : "Monospace",
  })),
  ...["small", "large", "huge"].map((size) => ({
    name: `size ${size}`,
    html: `<p><span class="ql-size-${size}">${words}</span></p>`,
    tool: "Size",
    choice: size.charAt(0).toUpperCase() + size.slice(1),
  })),
  { name: "bold", html: `<p><strong>${words}</strong></p>`, tool: "Bold", keys: "Control+b" },
  { name: "italic", html: `<p><em>${words}</em></p>`, tool: "Italic", keys: "Control+i" },
  { name: "underline", html: `<p><u>${words}</u></p>`, tool: "Underline", keys: "Control+u" },
  { name: "strike", html: `<p><s>${words}</s></p>`, tool: "Strike", keys: "Control+Shift+x" },
  { name: "subscript", html: `<p><sub>${words}</sub></p>`, tool: "Subscript", keys: "Control+," },
  { name: "superscript", html: `<p><sup>${words}</sup></p>`, tool: "Superscript", keys: "Control+." },
  {
    name: "colour",
    html: `<p><span class="ql-color-red">${words}</span></p>`,
    tool: "Color",
    choice: "Color red",
  },
  {
    name: "background",
    html: `<p><span class="ql-bg-yellow">${words}</span></p>`,
    tool: "Background",
    choice: "Background yellow",
  },
  { name: "ordered list", html: `<ol><li>${words}</li></ol>`, tool: "Ordered List", keys: "Control+Shift+7" },
  { name: "bullet list", html: `<ul><li>${words}</li></ul>`, tool: "Bullet List", keys: "Control+Shift+8" },
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => ({
    name: `indent ${level}`,
    html: `<p class="ql-indent-${level}">${words}</p>`,
    tool: "Indent",
    times: level,
    keys: "Control+]",
  })),
  ...["Center", "Right", "Justify"].map((side) => ({
    name: `align ${side.toLowerCase()}`,
    html: `<p class="ql-align-${side.toLowerCase()}">${words}</p>`,
    tool: "Align",
    choice: side,
  })),
  { name: "blockquote", html: `<blockquote>${words}</blockquote>`, tool: "Blockquote", keys: "Control+Shift+9" },
  { name: "code block", html: `<pre class="ql-syntax">${words}</pre>`, tool: "Code Block", keys: "Control+Alt+c" },
  {
    name: "link",
    html: `<p><a href="https://example.org/" target="_blank" rel="noreferrer noopener">${words}</a></p>`,
    tool: "Link",
    keys: "Control+k",
    input: ["Link address", "https://example.org/"],
  },
];
