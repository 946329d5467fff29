import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';

/** 1 to 100 printable characters that begin and end with a visible one: no control, format or separator characters. */
const printable = /^(?=.{1,100}$)[^\p{C}\p{Z}](?:(?:[^\p{C}\p{Z}]| )*[^\p{C}\p{Z}])?$/u;
/** Scripts whose letters may stand together in one word (UTS 39, "highly restrictive"): Japanese, Chinese and Korean take Latin letters too. */
const mixes = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
  ...[
    'Cyrillic',
    'Greek',
    'Armenian',
    'Hebrew',
    'Arabic',
    'Devanagari',
    'Bengali',
    'Thai',
    'Georgian',
    'Ethiopic',
    'Tamil',
  ].map((script) => new RegExp(`^\\p{Script=${script}}*$`, 'u')),
];
/** Letters of other scripts that look like Latin ones (Unicode confusables): a word of nothing else is a Latin word in disguise. */
const likeLatin =
  /^[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501\u051b\u051d\u04bb\u04cf\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0405\u0406\u0408\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd\u03c1]{3,}$/u;

/** The name of a project, which recipients may see as a sender: it must not pass for another name by letters of another script. */
@ValidatorConstraint({ name: 'projectName' })
export class ProjectNameRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    if (typeof value !== 'string') return [{ path: '', code: 'invalid_type', message: 'must be a string' }];
    if (!printable.test(value)) {
      return [{ path: '', code: 'invalid_string', message: 'must be 1 to 100 printable characters' }];
    }
    if (!isDisguised(value)) return [];
    return [
      { path: '', code: 'invalid_string', message: 'must not mix letters of different alphabets that look alike' },
    ];
  }
}

/** Fullwidth, mathematical and other forms of Latin letters are read as those letters. */
function isDisguised(name: string): boolean {
  return name.split(/[^\p{L}\p{M}]+/u).some((word) => {
    const letters = word.replaceAll(/[\p{M}\p{Script=Common}\p{Script=Inherited}]/gu, '');
    const hasForms = /[A-Za-z]/.test(word.normalize('NFKC')) && !/[A-Za-z]/.test(word);
    return hasForms || likeLatin.test(letters) || !(isOneScript(letters) || mixes.some((mix) => mix.test(letters)));
  });
}

/** A script that is not listed in {@link mixes} has no letters that look like those of another. */
const isOneScript = (letters: string): boolean =>
  !/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letters);
