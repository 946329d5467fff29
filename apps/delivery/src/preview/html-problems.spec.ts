import { cpuTime } from '@waybill/testing/cpu-time';
import { brokenLinks, imagesWithoutText, insecureLinks } from './html-problems';

describe('what is wrong with rendered HTML', () => {
  it('names links that lead nowhere, each once, and none that leads to a place on the page', () => {
    const html = `<a href="">x</a><a class=b href='shop'>x</a><a href="shop">x</a><a href="#top">x</a>
      <a href="https://shop.example/">x</a><a href="mailto:a@b.example">x</a><a href="javascript:alert(1)">x</a>`;
    expect(brokenLinks(html)).toEqual(['', 'shop', 'javascript:alert(1)']);
  });

  it('names links that are not encrypted', () => {
    expect(insecureLinks('<a href="http://a.example/">x</a><a href="https://b.example/">x</a>')).toEqual([
      'http://a.example/',
    ]);
  });

  it('counts images without a text, but no pixel', () => {
    const html = '<img src="a"><img alt="" src="b"><img src="p" width="1" height="1"><img\nsrc=c>';
    expect(imagesWithoutText(html)).toBe(2);
  });

  it('takes time that grows with the length of hostile HTML and no faster', async () => {
    for (const piece of ['<a ', '<a href="', '<img ', "<a href='x"]) {
      const html = piece.repeat(500_000 / piece.length);
      const spent = await cpuTime(() => {
        brokenLinks(html);
        imagesWithoutText(html);
      });
      expect(spent).toBeLessThan(5_000);
    }
  });
});
