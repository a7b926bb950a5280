import { createElement, type ReactNode } from "react";

const MARKS = /^(strong|em|u|s|sub|sup)$/;

/** Stored words within a line, with their marks. Links and footnotes are shown and lead nowhere. */
export function Words({ html }: { html: string }) {
  return childrenOf(new DOMParser().parseFromString(html, "text/html").body);
}

function childrenOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    const tag = node.nodeName.toLowerCase();
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (node instanceof Element && node.matches("span.footnote"))
      return createElement(Footnote, { key: index, note: node.textContent });
    return MARKS.test(tag) ? createElement(tag, { key: index }, childrenOf(node)) : childrenOf(node);
  });
}

const Footnote = ({ note }: { note: string }) => (
  <span role="img" aria-label={`Footnote: ${note}`} title={note} className="footnote-mark" />
);
