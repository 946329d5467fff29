import {
  Activity,
  ChartLine,
  FileText,
  Globe,
  House,
  Mail,
  Megaphone,
  Settings,
  Split,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from './session/session.queries';

/** Groups of the navigation, in the order of work. */
export const navGroups = [
  '',
  /*i18n*/ 'Audience',
  /*i18n*/ 'Content',
  /*i18n*/ 'Sending',
  /*i18n*/ 'Insight',
  /*i18n*/ 'Set-up',
] as const;

/** A place in the navigation. */
export interface NavPlace {
  group: (typeof navGroups)[number];
  icon: LucideIcon;
  /** After `g`, this letter goes there. */
  letter?: string;
}

/** One screen of a project. */
export interface Screen {
  /** Below `/app/p/{projectId}`; parts that begin with `$` are names, `usePathPart` reads them. */
  path: string;
  title: string;
  /** Its page is the default export; it is loaded when the screen is opened. */
  page: () => Promise<{ default: ComponentType }>;
  nav?: NavPlace;
  /** Members of a lower role are told which role is needed. */
  leastRole?: Role;
}

/** Every screen of a project: a line here and a folder of its own make a new one. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: /*i18n*/ 'Home',
    page: () => import('./home/home-page'),
    nav: { group: '', icon: House, letter: 'h' },
  },
  {
    path: '/contacts',
    title: /*i18n*/ 'Contacts',
    page: () => import('./contacts/list/contacts-page'),
    nav: { group: 'Audience', icon: Users, letter: 'c' },
  },
  { path: '/contacts/import', title: /*i18n*/ 'Import contacts', page: () => import('./contacts/import/import-page') },
  { path: '/contacts/$id', title: /*i18n*/ 'Contact', page: () => import('./contacts/contact-page') },
  {
    path: '/segments',
    title: /*i18n*/ 'Segments',
    page: () => import('./segments/segments-page'),
    nav: { group: 'Audience', icon: Split, letter: 's' },
  },
  { path: '/segments/new', title: /*i18n*/ 'Build a segment', page: () => import('./segments/new-segment-page') },
  { path: '/segments/$id', title: /*i18n*/ 'Segment', page: () => import('./segments/segment-page') },
  {
    path: '/templates',
    title: /*i18n*/ 'Templates',
    page: () => import('./templates/templates-page'),
    nav: { group: 'Content', icon: FileText, letter: 't' },
  },
  { path: '/templates/$id', title: /*i18n*/ 'Template', page: () => import('./templates/template-page') },
  {
    path: '/campaigns',
    title: /*i18n*/ 'Campaigns',
    page: () => import('./campaigns/campaigns-page'),
    nav: { group: 'Sending', icon: Megaphone, letter: 'm' },
  },
  { path: '/campaigns/$id', title: /*i18n*/ 'Campaign', page: () => import('./campaigns/campaign-page') },
  {
    path: '/workflows',
    title: /*i18n*/ 'Workflows',
    page: () => import('./workflows/workflows-page'),
    nav: { group: 'Sending', icon: Workflow, letter: 'w' },
  },
  { path: '/workflows/$id', title: /*i18n*/ 'Workflow', page: () => import('./workflows/workflow-page') },
  {
    path: '/workflows/$id/executions/$executionId',
    title: /*i18n*/ 'Execution',
    page: () => import('./workflows/execution/execution-page'),
  },
  {
    path: '/emails',
    title: /*i18n*/ 'Emails',
    page: () => import('./emails/emails-page'),
    nav: { group: 'Insight', icon: Mail, letter: 'e' },
  },
  { path: '/emails/$id', title: /*i18n*/ 'Email', page: () => import('./emails/email-page') },
  {
    path: '/activity',
    title: /*i18n*/ 'Activity',
    page: () => import('./activity/activity-page'),
    nav: { group: 'Insight', icon: Activity, letter: 'a' },
  },
  {
    path: '/analytics',
    title: /*i18n*/ 'Analytics',
    page: () => import('./analytics/analytics-page'),
    nav: { group: 'Insight', icon: ChartLine, letter: 'y' },
  },
  {
    path: '/domains',
    title: /*i18n*/ 'Domains',
    page: () => import('./domains/domains-page'),
    nav: { group: 'Set-up', icon: Globe, letter: 'd' },
  },
  { path: '/domains/$id', title: /*i18n*/ 'Domain', page: () => import('./domains/domain-page') },
  {
    path: '/settings/$section',
    title: /*i18n*/ 'Settings',
    page: () => import('./settings/settings-page'),
    nav: { group: 'Set-up', icon: Settings, letter: 'x' },
  },
];

/** Where a navigation entry of a screen leads: names in its path are filled with the first of them. */
export const navPath = ({ path }: Screen): string => path.replace('$section', 'general');

/** The screens of the navigation, group by group. */
export const navigation = navGroups.map((group) => ({
  group,
  entries: screens.filter((screen) => screen.nav?.group === group),
}));
