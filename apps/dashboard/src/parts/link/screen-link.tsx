import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { useProject } from '../../session/project';

/** A link is that of the current page only where it leads to exactly this page. */
export const exactly = { exact: true, includeSearch: false };

interface ScreenLinkProps {
  /** The address below the project, for example `/contacts/cnt_…`. */
  to: string;
  search?: Record<string, unknown>;
  children: ReactNode;
}

/** A link to a screen of the project that is open. */
export function ScreenLink({ to, search, children }: ScreenLinkProps) {
  const { id } = useProject();
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link activeOptions={exactly} to={`/p/${id}${to}`} search={search ?? {}} {...props} />}
    >
      {children}
    </Anchor>
  );
}

/** The same as a button. */
export function ButtonLink({ to, search, children, ...rest }: ScreenLinkProps & ButtonProps) {
  const { id } = useProject();
  return (
    <Button
      {...rest}
      renderRoot={(props) => <Link activeOptions={exactly} to={`/p/${id}${to}`} search={search ?? {}} {...props} />}
    >
      {children}
    </Button>
  );
}

/** Goes to a screen of the project that is open. */
export function useGo(): (to: string, search?: Record<string, unknown>) => void {
  const { id } = useProject();
  const navigate = useNavigate();
  return useCallback(
    (to: string, search: Record<string, unknown> = {}) => void navigate({ to: `/p/${id}${to}`, search }),
    [id, navigate],
  );
}
