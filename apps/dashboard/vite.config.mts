import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

const folder = import.meta.dirname;

const unused = 'const leftOut = () => { throw new Error("this part of the library is left out"); };';
/**
 * Modules that the libraries of the visual editor bring along and whose work is not used, with the text that stands in their place:
 * the formatter of sources, the grammars of code blocks, and Tailwind with its parser. They are half of its size.
 */
const leftOut: [RegExp, string][] = [
  [/\/prettier\/standalone\.m?js$/, 'export const format = (text) => text;'],
  [/\/prettier\/plugins\/html\.m?js$/, 'export {};'],
  [/\/react-email\/dist\/components\/code-block\/prism\.mjs$/, "export { default as Prism } from 'prismjs';"],
  [
    /\/react-email\/dist\/components\/tailwind\/(tailwind|inline-styles|sanitize-stylesheet|utils\/tailwindcss\/setup-tailwind)\.mjs$/,
    `${unused} export { ${['Tailwind', 'pixelBasedPreset', 'inlineStyles', 'sanitizeStyleSheet', 'setupTailwind']
      .map((name) => `leftOut as ${name}`)
      .join(', ')} };`,
  ],
];

const leaveOut: Plugin = {
  name: 'leave-out',
  enforce: 'pre',
  load: (id) => leftOut.find(([path]) => path.test(id.replaceAll('\\', '/')))?.[1] ?? null,
};

/**
 * Functions of React that only make something: what a library makes with them and nothing uses is left out, for example the map and
 * the handles for sizes of the canvas.
 */
const makers = ['memo', 'forwardRef', 'createContext'];

/**
 * The built files lie beside the bundle of the gateway, which serves them and puts a nonce where `__NONCE__` stands.
 * `npx nx serve dashboard` serves the sources instead, and hands every other address to the running stack (`WAYBILL_URL`).
 */
export default defineConfig(({ mode }) => {
  const { WAYBILL_URL = 'http://localhost:3000' } = loadEnv(mode, folder, 'WAYBILL_');
  return {
    root: folder,
    base: '/app/',
    plugins: [leaveOut, react()],
    html: { cspNonce: '__NONCE__' },
    build: {
      outDir: resolve(folder, '../../dist/apps/gateway/dashboard'),
      emptyOutDir: true,
      manifest: true,
      target: 'es2023',
      chunkSizeWarningLimit: 1_000,
      // The policy lets no script stand in the page, and every browser that it is built for preloads modules by itself.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { treeshake: { manualPureFunctions: makers } },
    },
    server: { port: 5173, strictPort: false, proxy: { '^/(?!app(/|$))': WAYBILL_URL } },
  };
});
