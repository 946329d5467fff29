import type { Design, Writing } from './design';

/** As the API takes them. */
export const maxPreviewText = 200;

/** The stored parts of a content that its editors change. */
interface StoredContent extends Writing {
  previewText: string | null;
}

/** The same as they are typed: an empty text stands for none. */
export interface TypedContent extends Writing {
  previewText: string;
}

/**
 * A stored content as it is edited. Older documents have their preview text in their settings, and composed into the body: it
 * becomes that of the content, where it has none, and is taken out of both.
 */
export function typedContent({ previewText, body, design }: StoredContent): TypedContent {
  const old = design && oldText(design);
  if (!old) return { previewText: previewText ?? '', body, design };
  return { previewText: previewText ?? old, body: body.replace(composed, ''), design: withoutOldText(design) };
}

/** The hidden element that the text was composed to, with its filler. */
const composed = /<div\b[^<>]{0,500}\bdata-skip-in-text="true"[^<>]{0,500}>[^<]*(?:<div>[^<]*<\/div>)?<\/div>/;

interface Settings {
  type: 'globalContent';
  attrs: { data: Record<string, unknown> };
}

const isSettings = (node: unknown): node is Settings => {
  const { type, attrs } = (node ?? {}) as Partial<Settings>;
  return type === 'globalContent' && typeof attrs?.data === 'object' && attrs.data !== null;
};

const nodesOf = ({ content }: Design): readonly unknown[] => (Array.isArray(content) ? content : []);

function oldText(design: Design): string {
  const text = nodesOf(design).find(isSettings)?.attrs.data['preheader'];
  return typeof text === 'string' ? text.slice(0, maxPreviewText) : '';
}

function withoutOldText(design: Design): Design {
  const content = nodesOf(design).map((node) => {
    if (!isSettings(node)) return node;
    const { preheader: _old, ...data } = node.attrs.data;
    return { ...node, attrs: { ...node.attrs, data } };
  });
  return { ...design, content };
}
