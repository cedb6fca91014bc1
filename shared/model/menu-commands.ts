/**
 * What the application menu, which is main's, runs in the page: ids of commands that the shell registers
 * (`renderer/app/shell-commands.ts`). Listed here so that neither side can rename one alone.
 */
export const menuCommandIds = [
  'window.new',
  'files.open',
  'live.openFile',
  'app.settings',
  'app.palette',
  'app.processes',
  'app.shortcuts',
  'app.diagnostics',
] as const

export type MenuCommandId = (typeof menuCommandIds)[number]
