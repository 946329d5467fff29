import { CircleAlert, CircleCheck, CircleDashed, CircleDot, Cpu, TriangleAlert, type LucideIcon } from 'lucide-react';
import { statusOf, type StatusKind, type Tone } from './status';
import classes from './status-badge.module.css';

/** One icon for each meaning, so that a state is never told by colour alone. */
const icons: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  watch: TriangleAlert,
  bad: CircleAlert,
  neutral: CircleDashed,
  machine: Cpu,
  active: CircleDot,
};

/** A state of the API with icon, word and colour. */
export function StatusBadge({ kind, state }: { kind: StatusKind; state: string | boolean }) {
  const { word, tone } = statusOf(kind, state);
  return <ToneBadge tone={tone}>{word}</ToneBadge>;
}

/** The same for a state that is no state of the API. */
export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
  const Icon = icons[tone];
  return (
    <span className={classes['badge']} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  );
}
