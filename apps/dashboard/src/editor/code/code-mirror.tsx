import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KnownVariable } from '../document/field.queries';
import { codeSetup, language } from './code-setup';
import { markOf, type SourceProblem } from './positions';

export interface CodeMirrorProps {
  value: string;
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
  variables: readonly KnownVariable[];
  problems: readonly SourceProblem[];
  /** A place to go to; a new object each time one is asked for. */
  goTo: SourceProblem | null;
  onChange: (value: string) => void;
}

/** The editor of code itself: loaded when a field is shown. */
export default function CodeMirror(props: CodeMirrorProps) {
  const { value, variables, problems, goTo, labelledBy, describedBy, isInvalid } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [parts] = useState(() => ({ language: new Compartment(), labels: new Compartment() }));
  const report = useEffectEvent((text: string) => {
    if (text !== value) props.onChange(text);
  });
  const first = useEffectEvent(() => ({
    doc: value,
    extensions: [
      codeSetup,
      parts.language.of(language(variables)),
      parts.labels.of([]),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) report(state.doc.toString());
      }),
    ],
  }));
  useEffect(() => {
    const made = new EditorView({ parent: place.current!, state: EditorState.create(first()) });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const { current } = view;
    // Another content than the one that is typed here: a newer version, or the way back from a change.
    if (current && current.state.doc.toString() !== value)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(
    () => view.current?.dispatch({ effects: parts.language.reconfigure(language(variables)) }),
    [parts, variables],
  );
  useEffect(() => {
    const labels = {
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
    };
    view.current?.dispatch({ effects: parts.labels.reconfigure(EditorView.contentAttributes.of(labels)) });
  }, [parts, labelledBy, describedBy, isInvalid]);
  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const marks = problems.map((problem) => markOf(problem, current.state.doc)).filter((mark) => mark !== null);
    current.dispatch(setDiagnostics(current.state, marks));
  }, [problems]);
  useEffect(() => {
    const { current } = view;
    const mark = current && goTo ? markOf(goTo, current.state.doc) : null;
    if (!current || !mark) return;
    current.dispatch({ selection: { anchor: mark.from }, scrollIntoView: true });
    current.focus();
  }, [goTo]);
  return <div ref={place} />;
}
