import { linkUrl, trackedLimits, type LinkKey } from '@waybill/contracts/tracking/signed-link';
import { newId } from '@waybill/database/ids';
import { cpuTime } from '@waybill/testing/cpu-time';
import { originalLink } from './original-link';
import { addPixel, firstLink, trackLinks } from './tracked-html';

const track = (html: string, skip: (url: string) => boolean = () => false) =>
  trackLinks(html, (url, position, links) => `T(${url}|${position}/${links})`, skip);

describe('trackLinks', () => {
  it('leads every web link through the gateway and leaves the rest byte for byte', () => {
    expect(track('<p>Hi <a class="b" href="https://a.example/x">A</a><a href=\'http://b.example\'>B</a></p>')).toBe(
      '<p>Hi <a class="b" href="T(https://a.example/x|0/2)">A</a><a href="T(http://b.example|1/2)">B</a></p>',
    );
  });

  it.each([
    ['a mail address', '<a href="mailto:a@b.example">x</a>'],
    ['a place on the page', '<a href="#top">x</a>'],
    ['a script', '<a href="javascript:alert(1)">x</a>'],
    ['a relative address', '<a href="/x">x</a>'],
    ['an image', '<img src="https://a.example/x.png">'],
    ['a tag that only begins with a', '<abbr href="https://a.example">x</abbr>'],
    ['an address inside another attribute', `<a title=' href="https://a.example"'>x</a>`],
    ['an address too long for a link', `<a href="https://a.example/${'x'.repeat(2000)}">x</a>`],
    ['an entity that is not surely understood', '<a href="https://a.example/?q=&eacute;">x</a>'],
    ['a tag that never closes', '<a href="https://a.example>x</a>'],
  ])('leaves %s alone', (_what, html) => {
    expect(track(html)).toBe(html);
  });

  it('records the address that a reader would open: entities read, spaces around it dropped', () => {
    expect(track('<a href=" https://a.example/?x=1&amp;y=2&#38;z=&#x33; ">x</a>')).toContain(
      'T(https://a.example/?x=1&y=2&z=3|0/1)',
    );
    expect(track('<AREA HREF=https://a.example/u>')).toBe('<AREA HREF="T(https://a.example/u|0/1)">');
  });

  it('takes the first of two href attributes, as readers do', () => {
    expect(track('<a href="https://a.example" href="https://b.example">x</a>')).toBe(
      '<a href="T(https://a.example|0/1)" href="https://b.example">x</a>',
    );
  });

  it('leaves out what is to be skipped and does not count it', () => {
    const html = '<a href="https://a.example/unsubscribe/t">x</a><a href="https://b.example">y</a>';
    expect(track(html, (url) => url.includes('/unsubscribe/'))).toContain('T(https://b.example|0/1)');
  });

  it('is quick for hostile HTML', async () => {
    const spent = await cpuTime(() => {
      track('<a "'.repeat(100_000));
      track(`<a ${'x='.repeat(100_000)}`);
      track('<a href="https://a.example">'.repeat(50_000));
    });
    expect(spent).toBeLessThan(10_000);
  });
});

describe('addPixel', () => {
  it('puts the image at the end of the body', () => {
    expect(addPixel('<body>x</BODY ></html>', 'P')).toMatch(/^<body>x<img src="P"[^>]*><\/BODY ><\/html>$/);
    expect(addPixel('x', 'P')).toMatch(/^x<img src="P"/);
  });
});

describe('firstLink', () => {
  it.each([
    ['<p>no link</p><a href="mailto:a@b.example">x</a>', null],
    [
      '<a href="#x">x</a><a class=y href="https://a.example/?x=1&amp;y=2">x</a><a href="https://b.example">',
      'https://a.example/?x=1&y=2',
    ],
    ['<a title=" href=\'https://a.example\'" href=http://b.example>x</a>', 'http://b.example'],
    [`<a href="https://a.example/${'x'.repeat(4_000)}">x</a>`, null],
    ['<a href="https://a.example"', null],
  ])('of %j is %j', (html, link) => {
    expect(firstLink(html)).toBe(link);
  });

  it('is the address of the gateway for the longest link that is tracked', () => {
    const key: LinkKey = { id: 'k'.repeat(16), secret: Buffer.alloc(32, 7) };
    const start = 'https://a.example/';
    const url = start + 'x'.repeat(trackedLimits.url - start.length);
    const link = { purpose: 'click', projectId: newId(), emailId: newId(), url, position: 0, links: 1 } as const;
    const tracked = trackLinks(
      `<a href="${url}">x</a>`,
      () => linkUrl('https://mail.example', key, link),
      () => false,
    );
    expect(originalLink(firstLink(tracked)!)).toBe(url);
  });

  it.each([['<a '], ['<a href='], ['<a href="']])(
    'in eight times as many %j costs no more than eight times as much, give or take',
    (piece) => {
      const cost = (times: number): number => {
        const html = piece.repeat(times);
        const runs = [1, 2, 3].map(() => {
          const begin = process.cpuUsage();
          firstLink(html);
          const { user, system } = process.cpuUsage(begin);
          return (user + system) / 1_000;
        });
        return Math.min(...runs);
      };
      expect(cost(16_000)).toBeLessThan(32 * Math.max(1, cost(2_000)));
    },
  );
});
