import { createHash } from 'node:crypto';

const style =
  ':root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}' +
  'main{max-width:34rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}p{overflow-wrap:anywhere}' +
  'label{display:block;font-weight:600}input{font:inherit;box-sizing:border-box;width:100%;padding:.55rem .7rem;' +
  'border:1px solid #6b7280;border-radius:.5rem;background:Field;color:FieldText}' +
  'button{font:inherit;font-weight:600;padding:.65rem 1.4rem;border:2px solid #1d4ed8;border-radius:.5rem;' +
  'background:#1d4ed8;color:#fff;cursor:pointer}:is(button,input,a):focus-visible{outline:3px solid #f59e0b;outline-offset:3px}';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The headers of a page of ours: nothing from elsewhere, in no frame; the form goes to us alone; the page's address, which may
 * hold a token, goes to no other site. No script but the one that is given.
 */
export const pageHeaders = (script?: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; ${script ? `script-src ${hashOf(script)}; ` : ''}style-src ${hashOf(style)}; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** A whole page; `content` is HTML, as is all that comes from outside to be escaped in it with {@link escapeText}. */
export function page(language: string, title: string, content: string, script?: string): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>` +
    `<style>${style}</style></head><body><main><h1>${title}</h1>${content}</main>` +
    `${script ? `<script>${script}</script>` : ''}</body></html>`
  );
}

export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
