import { UnstyledButton } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useProject } from '../../session/project';
import classes from './project-button.module.css';
import { i18n } from '../../text/i18n';

/** The project that is open; opens the menu of the projects. */
export function ProjectButton({ className, ...props }: ComponentProps<'button'>) {
  const { name } = useProject();
  return (
    <UnstyledButton
      className={`${classes['target']} ${className ?? ''}`}
      aria-label={i18n.t('Project {name}: switch', { name })}
      {...props}
    >
      <span className={classes['name']}>{name}</span>
      <ChevronsUpDown size={16} aria-hidden />
    </UnstyledButton>
  );
}
