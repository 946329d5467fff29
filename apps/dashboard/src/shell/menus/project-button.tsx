import { UnstyledButton } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useProject } from '../../session/project';
import classes from './project-button.module.css';

/** The project that is open; opens the menu of the projects. */
export function ProjectButton({ className, ...props }: ComponentProps<'button'>) {
  const { name } = useProject();
  return (
    <UnstyledButton
      className={`${classes['target']} ${className ?? ''}`}
      aria-label={`Project ${name}: switch`}
      {...props}
    >
      <span className={classes['name']}>{name}</span>
      <ChevronsUpDown size={16} aria-hidden />
    </UnstyledButton>
  );
}
