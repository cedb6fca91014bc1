import { Tooltip } from '../overlay/tooltip.tsx'
import { useHasRoomFor } from '../use-media-query.ts'
import { Button, type ButtonProps } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { LucideIcon } from '../icon.tsx'

interface HeaderButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'shortcut'> {
  readonly icon: LucideIcon
  readonly label: string
  /** When there is more to say than the label does. */
  readonly hint?: string | undefined
}

/** One of many in the header of a document: its icon alone where there is no room for words. */
export function HeaderButton({ label, hint, ...rest }: HeaderButtonProps) {
  if (!useHasRoomFor(1000)) return <IconButton {...rest} label={label} hint={hint} />
  const button = <Button {...rest}>{label}</Button>
  return hint === undefined ? button : <Tooltip text={hint}>{button}</Tooltip>
}
