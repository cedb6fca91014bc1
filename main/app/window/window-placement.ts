import type { Placement } from '../../storage/window-state.ts'

export const minimumSize = { width: 720, height: 480 } as const
export const defaultSize = { width: 1440, height: 900 } as const

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface InitialBounds {
  /** Null: let the window manager place it. */
  readonly position: { readonly x: number; readonly y: number } | null
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
}

/** So much of the title bar must be on a screen for a person to be able to pull the window back. */
const reachableWidth = 120
const reachableHeight = 32

/**
 * Where a window opens. A remembered place that no screen shows any more (monitor unplugged, resolution changed) is
 * forgotten, its size is kept as far as the screen has room. `offset` shifts a further window away from the one before.
 */
export function initialBounds(remembered: Placement | null, workAreas: readonly Area[], offset = 0): InitialBounds {
  const wanted = remembered ?? { ...defaultSize, x: 0, y: 0, isMaximized: false }
  const position = { x: wanted.x + offset, y: wanted.y + offset }
  const home = remembered === null ? undefined : workAreas.find((area) => isReachable(position, wanted.width, area))
  const room = home ?? workAreas[0] ?? { x: 0, y: 0, ...defaultSize }
  return {
    position: home === undefined ? null : position,
    width: clamp(wanted.width, minimumSize.width, room.width),
    height: clamp(wanted.height, minimumSize.height, room.height),
    isMaximized: wanted.isMaximized,
  }
}

function isReachable(position: { x: number; y: number }, width: number, area: Area): boolean {
  const left = Math.max(position.x, area.x)
  const right = Math.min(position.x + width, area.x + area.width)
  const isTitleBarInside = position.y >= area.y - 8 && position.y + reachableHeight <= area.y + area.height
  return right - left >= reachableWidth && isTitleBarInside
}

/** The minimum wins on a screen that is smaller than it. */
function clamp(value: number, minimum: number, maximum: number): number {
  return Math.max(minimum, Math.min(value, maximum))
}
