import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Schema } from '../../api/client';
import { formatNumber } from '../../parts/format/format';
import { NewStepMenu } from '../step/new-step-menu';
import type { Addition } from '../workflow/copied-steps';
import type { Workflow } from '../workflow/workflow.queries';
import { branchWord, outlineOf, type Found, type OutlineNode, type WayOut } from './graph';
import { stepKinds, stepWords } from '../step/step-words';
import classes from './outline.module.css';
import { i18n } from '../../text/i18n';

interface OutlineProps {
  workflow: Workflow;
  figures: readonly Schema<'StepStats'>[];
  chosen: string | null;
  /** Is brought into view when it changes. */
  found: Found | null;
  onChoose: (stepId: string) => void;
  /** A new step on a way out: into its link, or behind an open end. */
  onAdd: (what: Addition, way: WayOut) => void;
}

/** The same graph as a nested list: complete by keyboard and for screen readers, and what a phone shows. */
export function Outline(props: OutlineProps) {
  const list = useRef<HTMLDivElement>(null);
  const { found } = props;
  useEffect(() => {
    if (found) list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'center' });
  }, [found]);
  return (
    <div ref={list} role="group" aria-label={i18n.t('Steps of the workflow')}>
      <Level nodes={outlineOf(props.workflow)} {...props} />
    </div>
  );
}

function Level({ nodes, ...props }: OutlineProps & { nodes: readonly OutlineNode[] }) {
  return (
    <ol className={classes['level']}>
      {nodes.map((node) => (
        <li key={`${node.from?.stepId} ${node.branch} ${node.step.id}`} className={classes['item']}>
          <NodeLine node={node} {...props} />
          {/* A single way on stays on the same level: only branches are indented. */}
          {!node.isRepeated && <Onward node={node} {...props} />}
        </li>
      ))}
    </ol>
  );
}

function Onward({ node, ...props }: OutlineProps & { node: OutlineNode }) {
  const isBranching = node.children.length + node.ends.length > 1;
  return (
    <div className={isBranching ? classes['branches'] : undefined}>
      {node.children.length > 0 && <Level nodes={node.children} {...props} />}
      {node.ends.map((end) => (
        <div key={end.branch} className={classes['end']}>
          {end.branch && <span className={classes['branch']}>{branchWord(end.branch)}</span>}
          <NewStepMenu
            label={
              end.branch
                ? i18n.t('Add a step for “{branch}”', { branch: branchWord(end.branch) })
                : i18n.t('Add a step')
            }
            onAdd={(what) => props.onAdd(what, end)}
          />
        </div>
      ))}
    </div>
  );
}

function NodeLine({ node, workflow, figures, chosen, onChoose, onAdd }: OutlineProps & { node: OutlineNode }) {
  const { step, branch, from, isRepeated } = node;
  const figure = figures.find(({ stepId }) => stepId === step.id);
  return (
    <>
      {from && (
        <div className={classes['link']}>
          {branch && <span className={classes['branch']}>{branchWord(branch)}</span>}
          <NewStepMenu
            inLink
            label={i18n.t('Add a step before {name}', { name: step.name })}
            onAdd={(what) => onAdd(what, from)}
          />
        </div>
      )}
      <UnstyledButton
        className={classes['step']}
        data-type={step.type}
        aria-pressed={chosen === step.id}
        onClick={() => onChoose(step.id)}
      >
        <span className={classes['kind']}>{stepKinds[step.type]}</span>
        <span className={classes['words']}>
          {stepWords(step, workflow)}
          {isRepeated && ` (${i18n.t('see above')})`}
        </span>
        {figure && !isRepeated && (
          <span className={classes['figures']}>
            {[
              i18n.t('{waiting} here', { waiting: formatNumber(figure.waiting) }),
              i18n.t('{done} passed', { done: formatNumber(figure.done) }),
              ...(figure.failed > 0 ? [i18n.t('{failed} failed', { failed: formatNumber(figure.failed) })] : []),
            ].join(', ')}
          </span>
        )}
      </UnstyledButton>
    </>
  );
}
