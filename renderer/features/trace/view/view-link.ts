import type { SavedView } from '../../../../shared/contract/saved-view.ts'
import { mostLinkChars, writeTraceLink } from '../../../../shared/model/trace/trace-link.ts'
import type { TraceSampleClass } from '../../../../shared/model/trace/trace-selection.ts'

type SeenView = Omit<SavedView, 'name'>

/**
 * What leads to a view when the file is opened, as the value of `--select`. Null: a line can't say all of it, a saved view can.
 * `atFirst`: the classes that count when nothing is said of them.
 */
export function linkTo(view: SeenView, atFirst: readonly TraceSampleClass[] | null): string | null {
  const { tab, selection, search, eventFilter, eventFields } = view
  const { range, threads, classes, transforms, ownCode = null } = selection
  if (transforms.length > 0 || eventFields.length > 0) return null
  const others = JSON.stringify(classes) === JSON.stringify(atFirst) ? null : (classes ?? 'all')
  const link = writeTraceLink({
    view: null,
    tab,
    range,
    threads,
    classes: others,
    ownCode,
    search,
    filter: eventFilter,
  })
  return link.length <= mostLinkChars ? link : null
}

/** To a saved view. */
export function linkToNamed(name: string): string {
  return writeTraceLink({
    view: name,
    tab: null,
    range: null,
    threads: null,
    classes: null,
    ownCode: null,
    search: null,
    filter: null,
  })
}

/** The view under this name already, or under one that is free. */
export function nameFor(view: SeenView, suggestion: string, saved: readonly SavedView[]): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${String(number)})`
    const name = `${suggestion.slice(0, 80 - end.length)}${end}`
    const known = saved.find((one) => one.name === name)
    if (known === undefined || seenIn(known) === seenIn(view)) return name
  }
}

function seenIn({ tab, selection, search, eventFilter, eventFields }: SeenView): string {
  const { range, threads, classes, transforms, ownCode } = selection
  return JSON.stringify([
    tab,
    range?.fromMs,
    range?.toMs,
    threads,
    classes,
    transforms,
    ownCode,
    search,
    eventFilter,
    eventFields,
  ])
}
