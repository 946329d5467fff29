import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** The search part of an address as it comes: values may be of any kind. */
export type RawSearch = Record<string, unknown>;

/**
 * The state of a screen that is kept in its address: filters, sort, tab. `parse` makes the state from whatever the address says
 * and must be one function for the life of the page. A value that is undefined leaves the address.
 */
export function useAddressState<State extends object>(
  parse: (raw: RawSearch) => State,
): [State, (change: Partial<State>) => void] {
  const raw = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const state = useMemo(() => parse(raw), [parse, raw]);
  const change = useCallback(
    (part: Partial<State>) =>
      void navigate({ to: '.', replace: true, search: (before: RawSearch) => ({ ...before, ...part }) }),
    [navigate],
  );
  return [state, change];
}

/** A text of the address, undefined where there is none. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** One of the allowed words, else undefined. */
export const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** A part of the path, for example `id` of `/contacts/$id`. */
export function usePathPart(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  return params[name] ?? '';
}
