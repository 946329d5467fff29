import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import description from '../../../../../docs/openapi.json';
import { Access } from '../../access/route/access';
import page from './reference-page.html';
import script from './reference-page.browser.js';

// The page loads from here alone. The viewer sets style attributes and draws its icons from data.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const folder = dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
const text = JSON.stringify(description);

/** Files of the viewer that the page loads, with their content types. */
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** The description of the HTTP interface, and a page to read it and to try calls. */
@Controller()
@Access('open')
export class ReferenceController {
  /** Reads the OpenAPI 3.1 description of this interface. */
  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'no-cache')
  openapi(): string {
    return text;
  }

  /** Shows the description as a page on which calls can be tried with an own key. */
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', policy)
  @Header('cache-control', 'no-cache')
  page(): string {
    return page;
  }

  /** Reads a file of the reference page. */
  @Get('docs/assets/:name')
  @Header('cache-control', 'public, max-age=86400')
  file(@Param('name') name: string): StreamableFile {
    if (name === 'page.js') return new StreamableFile(Buffer.from(script), { type: 'text/javascript; charset=utf-8' });
    const type = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!type) throw new AppError('NOT_FOUND', `There is no file ${name.slice(0, 100)}`);
    return new StreamableFile(createReadStream(join(folder, name)), { type });
  }
}
