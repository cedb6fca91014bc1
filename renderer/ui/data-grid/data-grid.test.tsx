import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi } from '../../testing/render.tsx'
import { keepFocus } from '../focus/keep-focus.ts'
import { DataGrid } from './data-grid.tsx'
import type { GridColumn, GridTree } from './types.ts'

interface Item {
  readonly name: string
  readonly pid: number
  readonly level: number
}

const items: readonly Item[] = [
  { name: 'watch', pid: 10, level: 1 },
  { name: 'api', pid: 11, level: 2 },
  { name: 'worker', pid: 12, level: 2 },
  { name: 'job', pid: 20, level: 1 },
]

const columns: readonly GridColumn[] = [
  {
    id: 'name',
    title: 'Process',
    width: 'rest',
    isSortable: true,
    render: (i) => items[i]?.name,
    text: (i) => items[i]?.name ?? '',
  },
  {
    id: 'pid',
    title: 'PID',
    width: 60,
    align: 'end',
    render: (i) => items[i]?.pid,
    text: (i) => String(items[i]?.pid),
  },
]

const tree: GridTree = {
  level: (index) => items[index]?.level ?? 1,
  isExpandable: (index) => index === 0,
  isExpanded: () => true,
  setExpanded: vi.fn(),
}

const onActivate = vi.fn()
const onSort = vi.fn()

interface HarnessProps {
  readonly direction?: 'ascending' | 'descending'
  readonly hasMenu?: boolean
}

function Harness({ direction = 'ascending', hasMenu = true }: HarnessProps) {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <DataGrid
      label="Processes"
      columns={columns}
      rowCount={items.length}
      rowKey={(index) => items[index]?.name ?? ''}
      selectedKey={selected}
      onSelect={setSelected}
      onActivate={onActivate}
      onSort={onSort}
      sort={{ columnId: 'name', direction }}
      tree={tree}
      {...(hasMenu ? { contextMenu: () => [{ kind: 'item', label: 'Open', run: () => {} }] } : {})}
    />
  )
}

const longRow = (index: number): string => `row ${String(index)}`

function LongTable() {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <DataGrid
      label="Events"
      columns={[{ id: 'name', title: 'Name', width: 'rest', render: longRow, text: longRow }]}
      rowCount={10_000_000}
      rowKey={String}
      indexOfKey={Number}
      selectedKey={selected}
      onSelect={setSelected}
    />
  )
}

const drawn = vi.fn<(index: number) => void>()

/** Its cells say how often the table was drawn, if they are drawn. */
function ReusedRows({ round = 0, changed = -1 }: { readonly round?: number; readonly changed?: number }) {
  const text = (index: number): string => {
    drawn(index)
    return `row ${String(index)} of ${String(round)}`
  }
  return (
    <DataGrid
      label="Types"
      columns={[{ id: 'name', title: 'Name', width: 'rest', render: text, text }]}
      rowCount={1000}
      rowKey={String}
      reusesElements
      rowFacts={(index) => [index, index === changed ? round : 0]}
      selectedKey={null}
      onSelect={() => undefined}
    />
  )
}

/** Another `first`: other rows, as after a filter. */
function OtherRows({ first, isTree = false }: { readonly first: number; readonly isTree?: boolean }) {
  const [selected, setSelected] = useState<string | null>(null)
  const text = (index: number): string => {
    drawn(first + index)
    return `row ${String(first + index)}`
  }
  return (
    <DataGrid
      label="Types"
      columns={[{ id: 'name', title: 'Name', width: 'rest', render: text, text }]}
      rowCount={1000}
      rowKey={(index) => String(first + index)}
      reusesElements
      rowFacts={(index) => [first + index]}
      selectedKey={selected}
      onSelect={setSelected}
      {...(isTree ? { tree: { ...tree, level: () => 1, isExpandable: () => true } } : {})}
    />
  )
}

const waitingRows = () => [...document.querySelectorAll('[role="rowgroup"] > [aria-hidden]')]
/** Of a table of 1000: those in sight at the top and those ready below, or on both sides. They come a few in a frame: fewer aren't all. */
const rowsMade = { atTop: 26, below: 30 } as const
const settle = (where: keyof typeof rowsMade = 'atTop') =>
  waitFor(() => expect([shownRows().length, waitingRows().length]).toEqual([rowsMade[where], 0]))

beforeAll(giveLayout)

const selectedName = () =>
  screen.getAllByRole('row').find((row) => row.getAttribute('aria-selected') === 'true')?.textContent

const shownRows = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Number(row.getAttribute('aria-rowindex')) - 2)

describe('DataGrid', () => {
  it('is a tree grid that names its size, levels and branches', () => {
    renderUi(<Harness />)
    const grid = screen.getByRole('treegrid', { name: 'Processes' })
    expect(grid.getAttribute('aria-rowcount')).toBe('5')
    const row = within(grid).getByRole('row', { name: /watch/ })
    expect(row.getAttribute('aria-level')).toBe('1')
    expect(row.getAttribute('aria-expanded')).toBe('true')
    expect(within(grid).getByRole('row', { name: /api/ }).getAttribute('aria-level')).toBe('2')
  })

  it('moves by arrows, ends and the first letters, and activates with Enter', async () => {
    const { user } = renderUi(<Harness />)
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Home}')
    expect(selectedName()).toContain('watch')
    await user.keyboard('{End}')
    expect(selectedName()).toContain('job')
    await user.keyboard('wo')
    expect(selectedName()).toContain('worker')
    await user.keyboard('{Enter}')
    expect(onActivate).toHaveBeenCalledExactlyOnceWith(2)
  })

  it('selects nothing where its page was only opened; an arrow goes to the first row', async () => {
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const keeper = keepFocus(document)
    fireEvent.keyDown(document.body, { key: 'Enter' })
    const { user } = renderUi(
      <div data-document="processes">
        <Harness />
      </div>,
    )
    keeper.pageChanged()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('treegrid')))
    keeper.stop()
    hasFocus.mockRestore()
    expect(selectedName()).toBe(undefined)
    await user.keyboard('{ArrowDown}')
    expect(selectedName()).toContain('watch')
  })

  it('selects its first row when Tab leads to it', async () => {
    const { user } = renderUi(<Harness />)
    await user.tab()
    expect(selectedName()).toContain('watch')
  })

  it('goes to the parent with Left and closes a branch', async () => {
    const { user } = renderUi(<Harness />)
    await user.click(screen.getByText('api'))
    screen.getByRole('treegrid').focus()
    await user.keyboard('{ArrowLeft}')
    expect(selectedName()).toContain('watch')
    await user.keyboard('{ArrowLeft}')
    expect(tree.setExpanded).toHaveBeenCalledExactlyOnceWith(0, false)
  })

  it('copies the selected row as tab-separated values', async () => {
    const { user, copied } = renderUi(<Harness />)
    await user.click(screen.getByText('api'))
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toEqual(['api\t11'])
  })

  it('opens the menu of a row by the keyboard', async () => {
    const { user } = renderUi(<Harness />)
    await user.click(screen.getByText('job'))
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeTruthy()
  })

  it('says how it is sorted and asks to sort by a click on a heading', async () => {
    const { user } = renderUi(<Harness />)
    expect(screen.getByRole('columnheader', { name: /Process/ }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: /Process/ }))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('name')
  })

  it('sorts by a click anywhere in a heading, and begins at the top then', async () => {
    const scrollTo = vi.fn()
    Object.defineProperty(HTMLElement.prototype, 'scrollTo', { configurable: true, value: scrollTo })
    onSort.mockClear()
    const { user, rerender } = renderUi(<Harness />)
    await user.click(screen.getByRole('columnheader', { name: /Process/ }))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('name')
    expect(scrollTo).not.toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    rerender(<Harness direction="descending" />)
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  })

  it('copies the cell under the pointer from the menu where a row has none of its own', async () => {
    const { user, copied } = renderUi(<Harness hasMenu={false} />)
    await user.pointer({ keys: '[MouseRight]', target: screen.getByText('12') })
    await user.click(await screen.findByRole('menuitem', { name: 'Copy cell' }))
    await user.pointer({ keys: '[MouseRight]', target: screen.getByText('12') })
    await user.click(await screen.findByRole('menuitem', { name: 'Copy row' }))
    expect(copied).toEqual(['12', 'worker\t12'])
  })

  it('reaches the last of ten million rows by key, by thumb and by wheel', async () => {
    const { user } = renderUi(<LongTable />)
    const grid = screen.getByRole('grid')
    const names = () =>
      within(grid)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent)
    grid.focus()
    // The test page tells nobody that it was scrolled.
    const press = async (key: string): Promise<void> => {
      await user.keyboard(key)
      fireEvent.scroll(grid)
    }
    await press('{End}')
    await waitFor(() => expect(selectedName()).toBe('row 9999999'))
    await press('{Home}')
    await waitFor(() => expect(names()[0]).toBe('row 0'))
    const canvas = grid.lastElementChild as HTMLElement
    const lastTop = Number.parseFloat(canvas.style.height) - grid.clientHeight
    expect(canvas.style.height).toMatch(/^\d{7}px$/)
    fireEvent.scroll(grid, { target: { scrollTop: lastTop } })
    await waitFor(() => expect(names().at(-1)).toBe('row 9999999'))
    fireEvent.scroll(grid, { target: { scrollTop: lastTop - 560 } })
    await waitFor(() => expect(names()).not.toContain('row 9999999'))
    expect(names()).toContain('row 9999960')
  })

  it('draws a row anew only when its facts are others', async () => {
    const { rerender } = renderUi(<ReusedRows />)
    await settle()
    expect(drawn).toHaveBeenCalledWith(0)
    drawn.mockClear()
    rerender(<ReusedRows round={1} changed={3} />)
    expect(drawn.mock.calls).toEqual([[3]])
    expect(screen.getByText('row 3 of 1')).toBeTruthy()
    expect(screen.getByText('row 4 of 0')).toBeTruthy()
  })

  it('makes rows a few in a frame, from the top, where there are no elements for them', async () => {
    renderUi(<ReusedRows />)
    expect(shownRows()).toEqual([0, 1, 2])
    await waitFor(() => expect(shownRows().length).toBeGreaterThan(20))
    expect(shownRows()).toEqual([...shownRows().keys()])
  })

  it('draws rows that come into sight into elements of those that left, and puts these in order afterwards', async () => {
    renderUi(<ReusedRows />)
    await settle()
    const grid = screen.getByRole('grid')
    const rows = () => within(grid).getAllByRole('row').slice(1)
    const numbers = () => rows().map((row) => Number(row.getAttribute('aria-rowindex')))
    const first = new Set(rows())
    fireEvent.scroll(grid, { target: { scrollTop: 280 } })
    await waitFor(() => expect(numbers()).not.toContain(2))
    await settle('below')
    expect(rows().filter((row) => first.has(row))).toHaveLength(first.size)
    expect(screen.getByText('row 30 of 0')).toBeTruthy()
    await waitFor(() => expect(numbers()).toEqual(numbers().toSorted((a, b) => a - b)))
  })

  it('draws other rows into its elements a few in a frame, and those that wait are not there until then', async () => {
    const { rerender } = renderUi(<OtherRows first={0} />)
    await settle()
    const count = shownRows().length
    rerender(<OtherRows first={500} />)
    const first = shownRows()
    expect(first).toEqual([...first.keys()])
    expect(first.length).toBeLessThanOrEqual(6)
    const waiting = waitingRows()
    expect(waiting).toHaveLength(count - first.length)
    for (const row of waiting)
      expect([row.id, row.getAttribute('role'), row.getAttribute('aria-selected')]).toEqual(['', null, null])
    fireEvent.pointerDown(waiting[0]!)
    expect(screen.getByRole('grid').getAttribute('aria-activedescendant')).toBe(null)
    await settle()
    expect(shownRows()).toEqual([...Array(count).keys()])
    expect(screen.getByText('row 520')).toBeTruthy()
    expect(screen.queryByText('row 20')).toBe(null)
  })

  it('draws the selected row at once, wherever it stands, and copies it', async () => {
    const { rerender, user, copied } = renderUi(<OtherRows first={0} />)
    await settle()
    await user.click(screen.getByText('row 20'))
    rerender(<OtherRows first={900} />)
    rerender(<OtherRows first={5} />)
    screen.getByRole('grid').focus()
    const active = screen.getByRole('grid').getAttribute('aria-activedescendant')
    expect(document.getElementById(active!)?.textContent).toBe('row 20')
    expect(selectedName()).toBe('row 20')
    expect(waitingRows().length).toBeGreaterThan(0)
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toEqual(['row 20'])
  })

  it('draws no cell anew of a row that only moves, and opens the row where it is now', async () => {
    const setExpanded = vi.mocked(tree.setExpanded)
    const { rerender, user } = renderUi(<OtherRows first={10} isTree />)
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(20))
    drawn.mockClear()
    rerender(<OtherRows first={8} isTree />)
    expect(drawn).not.toHaveBeenCalledWith(12)
    const row = screen.getByRole('row', { name: 'row 12' })
    expect(row.getAttribute('aria-rowindex')).toBe('6')
    setExpanded.mockClear()
    await user.click(row.querySelector('button')!)
    expect(setExpanded).toHaveBeenCalledWith(4, false)
  })
})
