import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const folder = import.meta.dirname;

/**
 * The built files lie beside the bundle of the gateway, which serves them and puts a nonce where `__NONCE__` stands.
 * `npx nx serve dashboard` serves the sources instead, and hands every other address to the running stack (`WAYBILL_URL`).
 */
export default defineConfig(({ mode }) => {
  const { WAYBILL_URL = 'http://localhost:3000' } = loadEnv(mode, folder, 'WAYBILL_');
  return {
    root: folder,
    base: '/app/',
    plugins: [react()],
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
    },
    server: { port: 5173, strictPort: false, proxy: { '^/(?!app(/|$))': WAYBILL_URL } },
  };
});
