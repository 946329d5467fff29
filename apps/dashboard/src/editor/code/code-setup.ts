import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import type { Completion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { closePercentBrace, liquid } from '@codemirror/lang-liquid';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { pageNonce } from '../../theme/nonce';
import type { KnownVariable } from '../document/field.queries';
import { codeLook } from './code-look';

/** HTML with Liquid in it, which knows the variables of the project. */
export function language(variables: readonly KnownVariable[]): Extension {
  const completions = variables.map<Completion>(({ name, words }) => ({
    label: name,
    type: 'variable',
    detail: words,
  }));
  const ofData = completions.filter((_, index) => variables[index]!.isField);
  return liquid({
    base: html({ autoCloseTags: true }),
    variables: completions,
    properties: ([first, ...rest]) => (first === 'data' && rest.length === 0 ? ofData : []),
  });
}

/** Escape closes what is open and then leaves the field, so that the keyboard is not caught in it. */
const leave = keymap.of([
  {
    key: 'Escape',
    run: (view) => {
      if (completionStatus(view.state)) return false;
      view.contentDOM.blur();
      return true;
    },
  },
]);

/** All that the code field can do, except for its language and what its page says about it. */
export const codeSetup: Extension = [
  EditorView.cspNonce.of(pageNonce),
  codeLook,
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  closePercentBrace,
  autocompletion({ icons: false }),
  highlightActiveLine(),
  highlightSelectionMatches(),
  lintGutter(),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
  leave,
];
