import { placeBack } from './place-back';

describe('the place after sign-in', () => {
  it.each(['/', '/p/0198/contacts?search=ada%40example.com&sort=email', '/account'])('is %s as asked for', (back) => {
    expect(placeBack(back)).toBe(back);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', undefined, 5])(
    'is the start for %s',
    (back) => {
      expect(placeBack(back)).toBe('/');
    },
  );
});
