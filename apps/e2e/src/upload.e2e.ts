import { ApiClient } from '@waybill/testing/api-client';
import { sharedUploads, System, type TestProject } from '@waybill/testing/system';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { memory, startOfPeak } from './process-memory';
import { countPicture } from './rows/identity';

const png = () =>
  sharp({ create: { width: 9, height: 7, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

async function upload(url: string, key: string, content: Buffer, field = 'image', name = 'picture.png') {
  const form = new FormData();
  form.append('note', 'a field beside the file');
  form.append(field, new Blob([new Uint8Array(content)], { type: 'image/png' }), name);
  return new ApiClient(url, key).call('POST', '/uploads/image', form);
}

describe('image upload to disk', () => {
  const folder = sharedUploads();
  let system: System;
  let project: TestProject;

  beforeAll(async () => {
    system = await System.shared();
    project = await system.createProject();
  });
  afterAll(() => system.stop());

  it('stores a picture under a random name and serves it as a picture and nothing else', async () => {
    const { status, body } = await upload(system.url, project.secretKey, await png());
    expect(status).toBe(201);
    expect(body).toMatchObject({ contentType: 'image/png', key: expect.stringMatching(/^[0-9a-f]{32}\.png$/) });
    const response = await fetch(`${system.url}/uploads/${body.key}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(response.headers.get('cache-control')).toContain('max-age=31536000');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(body.size);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 9, height: 7 });
  });

  it('goes by the content, not by the name', async () => {
    const good = await upload(system.url, project.secretKey, await png(), 'image', '../../etc/evil.svg');
    expect(good.body.key).toMatch(/^[0-9a-f]{32}\.png$/);
    const bad = await upload(system.url, project.secretKey, Buffer.from('<svg onload="alert(1)"/>'.repeat(3)));
    expect([bad.status, bad.body.error.errors[0].field]).toEqual([422, 'image']);
    expect(readdirSync(folder).every((name) => /^[0-9a-f]{32}\.png$/.test(name))).toBe(true);
  });

  it('refuses what is too large, in the wrong field, or no form', async () => {
    const large = await upload(system.url, project.secretKey, Buffer.alloc(11 * 1024 * 1024));
    expect([large.status, large.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const limit = 10 * 1024 * 1024;
    expect((await upload(system.url, project.secretKey, Buffer.alloc(limit))).status).toBe(422);
    expect((await upload(system.url, project.secretKey, Buffer.alloc(limit + 1))).status).toBe(413);
    const wrong = await upload(system.url, project.secretKey, await png(), 'file');
    expect(wrong.body.error.errors[0]).toMatchObject({ field: 'image', code: 'required' });
    const client = system.client(project.secretKey);
    expect((await client.post('/uploads/image', {})).status).toBe(415);
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await client.call('POST', '/uploads/image', 'not a form', form)).status).toBe(422);
    expect((await client.call('POST', '/v1/send', '--x--', form)).status).toBe(415);
  });

  it('makes large pictures in small files again in turn, and none that takes too much memory', async () => {
    const webp = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
        .webp({ effort: 0 })
        .toBuffer();
    const large = await webp(3_000);
    expect(large.length).toBeLessThan(128 * 1024);
    const projects = await Promise.all(Array.from({ length: 3 }, () => system.createProject()));
    const { pid } = system.service('gateway');
    const before = startOfPeak(pid);
    const answers = await Promise.all(projects.map(({ secretKey }) => upload(system.url, secretKey, large)));
    expect(answers.map(({ status }) => status)).toEqual(projects.map(() => 201));
    expect(memory(pid, 'VmHWM') - before).toBeLessThan(250 * 1024 * 1024);
    expect((await upload(system.url, project.secretKey, await webp(4_000))).status).toBe(422);
  });

  it('keeps at most 1,000 MB of pictures for a project', async () => {
    const { projectId, secretKey } = await system.createProject();
    const maximum = 1_000 * 1024 * 1024;
    await countPicture(system, projectId, maximum - 1);
    expect((await upload(system.url, secretKey, await png())).status).toBe(201);
    const { status, body } = await upload(system.url, secretKey, await png());
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error.message).toBe('The project has 1000 MB of uploaded pictures, which is the maximum');
    expect((await upload(system.url, project.secretKey, await png())).status).toBe(201);
  });

  it('finds nothing outside its folder', async () => {
    for (const name of [
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      'x.png',
      `${'a'.repeat(32)}.png`,
      `${'a'.repeat(32)}.svg`,
    ]) {
      expect((await system.client().get(`/uploads/${name}`)).status).toBe(404);
    }
  });
});

describe('image upload to a service that speaks S3', () => {
  const objects = new Map<string, { body: Buffer; authorization: string; type: string }>();
  let store: Server;
  let system: System;

  beforeAll(async () => {
    store = createServer((request, response) => {
      const path = request.url?.split('?')[0] ?? '';
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { authorization = '', 'content-type': type = '' } = request.headers;
        if (request.method === 'PUT') objects.set(path, { body: Buffer.concat(chunks), authorization, type });
        const found = objects.get(path);
        if (found) return response.end(request.method === 'GET' ? found.body : '');
        response.writeHead(404, { 'content-type': 'application/xml' });
        response.end('<Error><Code>NoSuchKey</Code><Message>no</Message></Error>');
      });
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const gateway = {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'an-id',
      S3_SECRET_ACCESS_KEY: 'a-secret',
    };
    system = await System.start({ services: ['gateway'], env: { gateway } });
  });
  afterAll(async () => {
    await system.stop();
    store.closeAllConnections();
    store.close();
  });

  it('puts the picture into the bucket with a signed request, and serves it from there', async () => {
    const project = await system.createProject();
    const { status, body } = await upload(system.url, project.secretKey, await png());
    expect(status).toBe(201);
    const object = objects.get(`/pictures/uploads/${body.key}`);
    expect(object?.type).toBe('image/png');
    expect(object?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=an-id\//);
    const response = await fetch(`${system.url}/uploads/${body.key}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await system.client().get(`/uploads/${'b'.repeat(32)}.png`)).status).toBe(404);
    expect((await system.client().get('/config')).body.features.storage.s3Enabled).toBe(true);
  });
});
