import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useMemo } from 'react';
import { Later, SkeletonLines } from '../../parts/loaded/loaded';
import { useProject } from '../../session/project';
import { contactFieldsQuery, knownVariables } from '../document/field.queries';
import type { SourceProblem } from './positions';

const CodeMirror = lazy(() => import('./code-mirror'));

interface CodeFieldProps {
  label: string;
  description: string;
  value: string;
  error?: string | null;
  problems: readonly SourceProblem[];
  /** A place to go to; a new object each time one is asked for. */
  goTo: SourceProblem | null;
  onChange: (value: string) => void;
}

/** HTML with Liquid: coloured, with the variables of the project to choose from, and its problems at their places. */
export function CodeField({ label, description, error, ...rest }: CodeFieldProps) {
  const fields = useQuery(contactFieldsQuery(useProject()));
  const variables = useMemo(() => knownVariables(fields.data?.fields ?? []), [fields.data]);
  const id = useId();
  const ids = { label: `${id}label`, words: `${id}words` };
  return (
    <div>
      <Input.Label id={ids.label} labelElement="div">
        {label}
      </Input.Label>
      <div id={ids.words}>
        <Input.Description mb={4}>{description}</Input.Description>
        {error && <Input.Error mb={4}>{error}</Input.Error>}
      </div>
      <Suspense
        fallback={
          <Later>
            <SkeletonLines lines={8} />
          </Later>
        }
      >
        <CodeMirror
          {...rest}
          variables={variables}
          labelledBy={ids.label}
          describedBy={ids.words}
          isInvalid={Boolean(error)}
        />
      </Suspense>
    </div>
  );
}
