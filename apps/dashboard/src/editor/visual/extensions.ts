import { StarterKit } from '@react-email/editor/extensions';
import { EmailTheming } from '@react-email/editor/plugins';
import type { Extensions } from '@tiptap/core';
import { ConditionNode } from './nodes/condition-node';
import { LoopNode } from './nodes/loop-node';
import { VariableNode } from './nodes/variable-node';

/** `{{ item.name }}` would become a link to the domain item.name: what is written as an address becomes one, and nothing else. */
const isWrittenAsAddress = (text: string): boolean => /^(https?:\/\/|www\.|mailto:|[^{}\s@]+@)/i.test(text);

/**
 * The nodes and marks of a visual content, pictures apart. Code blocks are left out: their colours come from files of other places.
 * The theme gives buttons their colours; the selection stays where it is while a field beside the document is used.
 */
export const emailExtensions: Extensions = [
  StarterKit.configure({ CodeBlockPrism: false, FocusScopes: false, Link: { shouldAutoLink: isWrittenAsAddress } }),
  EmailTheming.configure({ theme: 'basic' }),
  VariableNode,
  ConditionNode,
  LoopNode,
];
