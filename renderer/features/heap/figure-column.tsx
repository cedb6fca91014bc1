import { formatCount } from '../../../shared/base/format.ts'
import { isOwnModule } from '../../../shared/model/module-origin.ts'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { ValueText } from '../../ui/text/value.tsx'
import { heapLabels } from './heap-labels.ts'
import { bytesText } from './heap-words.ts'
import styles from './heap.module.css'

type Options = Partial<GridColumn> & Pick<GridColumn, 'id' | 'title'>

/** Bytes with their unit; exact in a copy. Empty while the row is on its way. */
export function bytesColumn(options: Options, valueAt: (index: number) => number | null): GridColumn {
  return {
    width: 100,
    align: 'end',
    render: (index) => {
      const bytes = valueAt(index)
      return bytes === null ? '' : <ValueText text={bytesText(bytes)} />
    },
    text: (index) => String(valueAt(index) ?? ''),
    ...options,
  }
}

export function countColumn(options: Options, valueAt: (index: number) => number | null): GridColumn {
  return {
    width: 100,
    align: 'end',
    render: (index) => {
      const count = valueAt(index)
      return count === null ? '' : formatCount(count)
    },
    text: (index) => String(valueAt(index) ?? ''),
    ...options,
  }
}

/** A name, which shortens in the middle where there is little room. */
export function nameColumn(options: Options, nameAt: (index: number) => string): GridColumn {
  return {
    width: 130,
    minWidth: 80,
    render: (index) => <MiddleEllipsis text={nameAt(index)} />,
    text: nameAt,
    ...options,
  }
}

/** A type; one of the application stands out from those of .NET. */
export function typeColumn(
  options: Options,
  rowAt: (index: number) => { readonly name: string; readonly module: string } | null | undefined,
): GridColumn {
  return nameColumn(
    {
      hint: heapLabels.types.typeHint,
      render: (index) => <MiddleEllipsis text={rowAt(index)?.name ?? ''} className={ownClass(rowAt(index)?.module)} />,
      ...options,
    },
    (index) => rowAt(index)?.name ?? '',
  )
}

/** Of a name, by its module. */
export function ownClass(module: string | undefined): string | undefined {
  return module !== undefined && isOwnModule(module) ? styles.own : undefined
}

/** Names of types need the room more: the module is left out where there is little. */
export function moduleColumn(moduleAt: (index: number) => string, options: Partial<GridColumn> = {}): GridColumn {
  return nameColumn({ id: 'module', title: heapLabels.types.module, dropBelow: 1000, ...options }, moduleAt)
}

/** A figure that is written already. */
export function textColumn(options: Options, textAt: (index: number) => string): GridColumn {
  return {
    width: 76,
    align: 'end',
    render: textAt,
    text: textAt,
    ...options,
  }
}
