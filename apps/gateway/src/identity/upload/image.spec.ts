import { cpuTime } from '@waybill/testing/cpu-time';
import sharp from 'sharp';
import { cleanImage } from './image';

const picture = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

describe('cleanImage', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('keeps a %s a picture of its size and format', async (format) => {
    const clean = await cleanImage(await picture().toFormat(format).toBuffer());
    expect(clean?.contentType).toBe(`image/${format}`);
    expect(await sharp(clean?.bytes).metadata()).toMatchObject({ format, width: 8, height: 6 });
  });

  it('drops what is hidden behind the picture and in its metadata', async () => {
    const withPlace = await picture()
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([withPlace, Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    const clean = await cleanImage(polyglot);
    const text = clean?.bytes.toString('latin1');
    expect(text).toBeDefined();
    expect(text).not.toContain('script');
    expect(text).not.toContain('secret');
  });

  it('turns a photograph the right way up before its metadata goes', async () => {
    const lying = await picture(8, 6).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp((await cleanImage(lying))?.bytes).metadata()).toMatchObject({ width: 6, height: 8 });
  });

  it('keeps the frames of a moving picture', async () => {
    const frames = await sharp(Buffer.alloc(4 * 8 * 3, 90), {
      raw: { width: 4, height: 8, channels: 3, pageHeight: 4 },
    })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const clean = await cleanImage(frames);
    expect(clean?.contentType).toBe('image/gif');
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['the first bytes of a PNG and no more', Buffer.from('\x89PNG\r\n\x1a\n and then no picture at all', 'latin1')],
    ['a script that begins like a GIF', Buffer.from('GIF89a/*.......*/=1;alert(1)//')],
    ['a PDF', Buffer.from('%PDF-1.7 some more bytes to be long enough')],
  ])('refuses %s', async (_name, file) => {
    expect(await cleanImage(file)).toBeNull();
  });

  it('keeps a JPEG of 49 million pixels, upright and turned', async () => {
    const photo = picture(7_000, 7_000);
    for (const orientation of [1, 6]) {
      const file = await photo.withMetadata({ orientation }).jpeg().toBuffer();
      expect((await cleanImage(file))?.contentType).toBe('image/jpeg');
    }
  });

  it('refuses a picture that takes too much memory by its format', async () => {
    expect(await cleanImage(await picture(4_000, 4_000).webp({ effort: 0 }).toBuffer())).toBeNull();
    expect(await cleanImage(await picture(6_000, 6_000).jpeg({ progressive: true }).toBuffer())).toBeNull();
  });

  it('refuses a small file that says it has 30,000 x 30,000 pixels, without decoding it', async () => {
    const bomb = await sharp({ create: { width: 11_000, height: 5_000, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const spent = await cpuTime(async () => expect(await cleanImage(bomb)).toBeNull());
    expect(spent).toBeLessThan(1_000);
  });
});
