import { type ComponentType, h, hydrate, options, type VNode } from "preact";

// In a browser that runs scripts, a <noscript> contains text instead of the component's elements.
const { vnode } = options;
options.vnode = (node: VNode) => {
  if (node.type === "noscript") Object.assign(node.props, { children: null, dangerouslySetInnerHTML: { __html: "" } });
  vnode?.(node);
};

// Effects run in a task of their own after the render, as in React, and do not wait for the next frame.
const { port1, port2 } = new MessageChannel();
const effects: (() => void)[] = [];
port1.onmessage = () => effects.shift()?.();
options.requestAnimationFrame = (effect) => {
  effects.push(effect);
  port2.postMessage(null);
};

/** Hydrates an island with its component. */
export function mount(island: HTMLElement, component: ComponentType<object>): void {
  hydrate(h(component, JSON.parse(island.dataset.props ?? "{}")), island);
  island.dataset.live = "";
}
