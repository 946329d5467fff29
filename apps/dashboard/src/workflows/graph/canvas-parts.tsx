import {
  BaseEdge,
  EdgeLabelRenderer,
  getSmoothStepPath,
  Handle,
  Position,
  useUpdateNodeInternals,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { formatNumber, formatPercent } from '../../parts/format/format';
import { NewStepMenu } from '../step/new-step-menu';
import { stepKinds } from '../step/step-words';
import type { Addition } from '../workflow/copied-steps';
import type { Figures, Step } from '../workflow/workflow.queries';
import { branchesOf, branchWord, type WayOut } from './graph';
import classes from './canvas.module.css';
import { i18n } from '../../text/i18n';

type AddHere = ((what: Addition) => void) | undefined;

export interface CardData extends Record<string, unknown> {
  step: Step;
  words: string;
  figures?: Figures;
  /** Above the figures, for example when a simulated contact came by. */
  note?: string;
  /** The reason for which the step cannot do its work; undefined where it can. */
  problem?: string;
  isChosen: boolean;
  isOnPath: boolean;
}
export type CardNode = Node<CardData, 'step'>;
export type EndNode = Node<{ way: WayOut; onAdd: (what: Addition) => void }, 'end'>;
export type LinkEdge = Edge<
  {
    branch: string | null;
    share: number | null;
    toName: string;
    isPassed: boolean;
    onAdd: AddHere;
    onCut?: () => void;
  },
  'link'
>;

/** The handle of a way out; a link of both outcomes of a wait leaves by the first of them. */
export const handleOf = (step: Step | undefined, branch: string | null): string =>
  branch ?? (step && branchesOf(step)[0]) ?? '';

/** A step: its kind, what it does in one line, and its figures. Each of its branches has a point to draw a link from. */
export function StepCard({ id, data, isConnectable }: NodeProps<CardNode>) {
  const { step, words, note, problem, isChosen, isOnPath } = data;
  const branches = branchesOf(step);
  const findHandles = useUpdateNodeInternals();
  const handles = branches.join();
  useEffect(() => findHandles(id), [findHandles, id, handles]);
  return (
    <div className={classes['card']} data-chosen={isChosen} data-path={isOnPath} data-type={step.type}>
      {step.type !== 'TRIGGER' && (
        <Handle type="target" position={Position.Top} className={classes['handle']} isConnectable={isConnectable} />
      )}
      <p className={classes['kind']}>
        {stepKinds[step.type]}
        {problem && <TriangleAlert size={14} className={classes['badge']} role="img" aria-label={problem} />}
      </p>
      <p className={classes['words']}>{words}</p>
      {note ? <p className={classes['figures']}>{note}</p> : <CardFigures figures={data.figures} />}
      {branches.map((branch, index) => (
        <Handle
          key={branch}
          id={branch ?? ''}
          type="source"
          position={Position.Bottom}
          className={classes['handle']}
          style={{ left: `${((index + 1) / (branches.length + 1)) * 100}%` }}
          isConnectable={isConnectable}
        />
      ))}
    </div>
  );
}

function CardFigures({ figures }: { figures?: Figures }) {
  if (!figures) return null;
  const { waiting, done, failed, sent, opened = 0, clicked = 0 } = figures;
  return (
    <>
      <p className={classes['figures']}>
        {i18n.t('{waiting} here · {done} passed', { waiting: formatNumber(waiting), done: formatNumber(done) })}
        {failed > 0 && (
          <span className={classes['failed']}> · {i18n.t('{failed} failed', { failed: formatNumber(failed) })}</span>
        )}
      </p>
      {sent !== undefined && (
        <p className={classes['figures']}>
          {i18n.t('{sent} sent · {opened} opened · {clicked} clicked', {
            sent: formatNumber(sent),
            opened: formatNumber(opened),
            clicked: formatNumber(clicked),
          })}
        </p>
      )}
    </>
  );
}

/** A way out that leads nowhere yet: the place of the next step. */
export function OpenEnd({ data: { way, onAdd } }: NodeProps<EndNode>) {
  const words = way.branch
    ? i18n.t('Add a step for “{branch}”', { branch: branchWord(way.branch) })
    : i18n.t('Add a step');
  return (
    <div className="nodrag">
      <Handle type="target" position={Position.Top} className={classes['hidden']} isConnectable={false} />
      <NewStepMenu label={words} onAdd={onAdd} />
    </div>
  );
}

/** A link with its branch, how large its share is, and a plus that puts a step into it. */
export function StepLink({ data, ...edge }: EdgeProps<LinkEdge>) {
  const { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition } = edge;
  const [path, x, y] = getSmoothStepPath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition });
  const { branch = null, share = null, toName = '', isPassed = false, onAdd, onCut } = data ?? {};
  return (
    <>
      <BaseEdge path={path} className={isPassed ? classes['passed'] : undefined} />
      <EdgeLabelRenderer>
        <div
          className={`${classes['label']} nodrag nopan`}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {branch && <span className={classes['branch']}>{branchWord(branch)}</span>}
          {share !== null && <span className={classes['figures']}>{formatPercent(share)}</span>}
          {onAdd && (
            <NewStepMenu inLink label={i18n.t('Add a step before {toName}', { toName })} onAdd={onAdd} onCut={onCut} />
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}
