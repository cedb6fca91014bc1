import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatBytes } from '../../shared/base/format.ts'
import { renderUi } from '../testing/render.tsx'
import { Button } from './controls/button.tsx'
import { Dialog } from './overlay/dialog.tsx'
import { ErrorState } from './layout/error-state.tsx'
import { IconButton } from './controls/icon-button.tsx'
import { Input } from './controls/input.tsx'
import { Menu } from './overlay/menu.tsx'
import { SearchField } from './controls/search-field.tsx'
import { SegmentedControl } from './controls/segmented-control.tsx'
import { Select } from './controls/select.tsx'
import { Splitter } from './controls/splitter.tsx'
import { Switch } from './controls/switch.tsx'
import { Tabs } from './controls/tabs.tsx'
import { Value } from './text/value.tsx'

afterEach(() => {
  vi.useRealTimers()
})

describe('Button', () => {
  it('does nothing while disabled but keeps the focus, so that its tooltip can say why', async () => {
    const onClick = vi.fn()
    const { user } = renderUi(
      <Button disabled onClick={onClick}>
        Export
      </Button>,
    )
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }))
    await user.keyboard('{Enter}')
    expect(onClick).not.toHaveBeenCalled()
  })

  it('says that it stays down', () => {
    renderUi(<Button isPressed>Freeze</Button>)
    expect(screen.getByRole('button', { pressed: true })).toBeTruthy()
  })
})

describe('IconButton', () => {
  it('has a name, and shows it on keyboard focus', async () => {
    const { user } = renderUi(<IconButton icon={Copy} label="Copy path" />)
    await user.tab()
    expect(screen.getByRole('button', { name: 'Copy path' })).toBeTruthy()
    expect(await screen.findByText('Copy path')).toBeTruthy()
  })
})

describe('Input', () => {
  it('ties the words about a wrong value to the field', () => {
    renderUi(<Input label="Provider" value="" onChange={() => {}} problem="A name is needed" />)
    const field = screen.getByRole('textbox', { name: 'Provider' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('A name is needed')
  })
})

function Search() {
  const [value, setValue] = useState('abc')
  return <SearchField label="Filter" value={value} onChange={setValue} />
}

describe('SearchField', () => {
  it('is emptied by Escape and by its cross', async () => {
    const { user } = renderUi(<Search />)
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter' })
    field.focus()
    await user.keyboard('{Escape}')
    expect(field.value).toBe('')
    await user.type(field, 'x')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
  })
})

function Choice() {
  const [value, setValue] = useState<'a' | 'b'>('a')
  return (
    <SegmentedControl
      label="Every"
      segments={[
        { value: 'a', label: '1 s' },
        { value: 'b', label: '5 s' },
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

describe('SegmentedControl', () => {
  it('is a radio group that arrows move in', async () => {
    const { user } = renderUi(<Choice />)
    await user.tab()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => {
      expect(screen.getByRole('radio', { name: '5 s' }).getAttribute('aria-checked')).toBe('true')
    })
  })
})

describe('Select', () => {
  it('opens, chooses and closes by keys', async () => {
    const onChange = vi.fn()
    const options = [
      { value: 'one', label: 'One' },
      { value: 'two', label: 'Two' },
    ] as const
    const { user } = renderUi(<Select label="Board" options={options} value="one" onChange={onChange} />)
    await user.tab()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('option', { name: 'Two' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('two')
  })
})

describe('Switch', () => {
  it('is switched by its label and by Space', async () => {
    const onChange = vi.fn()
    const { user } = renderUi(
      <Switch isOn={false} onChange={onChange}>
        Show tools
      </Switch>,
    )
    screen.getByRole('switch', { name: 'Show tools' }).focus()
    await user.keyboard(' ')
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
  })
})

describe('Menu', () => {
  it('runs what was chosen, and not what is disabled', async () => {
    const [run, never] = [vi.fn(), vi.fn()]
    const { user } = renderUi(
      <Menu
        trigger={<Button>More</Button>}
        entries={[
          { kind: 'item', label: 'Copy', run },
          { kind: 'separator' },
          { kind: 'item', label: 'Remove', run: never, isDisabled: true },
        ]}
      />,
    )
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
    expect(run).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'More' }))
    const disabled = await screen.findByRole('menuitem', { name: 'Remove' })
    expect(disabled.getAttribute('aria-disabled')).toBe('true')
    await user.click(disabled)
    expect(never).not.toHaveBeenCalled()
  })
})

describe('Dialog', () => {
  it('is named by its title, closes with Escape', async () => {
    const onClose = vi.fn()
    const { user } = renderUi(
      <Dialog isOpen title="Not listed?" onClose={onClose}>
        <p>Causes</p>
      </Dialog>,
    )
    expect(screen.getByRole('dialog', { name: 'Not listed?' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})

const tabsWith = (count: number) => [
  { value: 'a', label: 'Types', count, content: <p>types</p> },
  { value: 'b', label: 'Roots', content: <p>roots</p> },
]

describe('Tabs', () => {
  it('shows the panel of the chosen tab', () => {
    const tabs = [
      { value: 'a', label: 'Types', content: <p>types</p> },
      { value: 'b', label: 'Roots', count: 14, content: <p>roots</p> },
    ]
    renderUi(<Tabs label="Views" tabs={tabs} value="b" onChange={() => {}} />)
    expect(screen.getByRole('tab', { name: /Roots/ }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tabpanel').textContent).toBe('roots')
  })

  it('has the newest counts beside the names', () => {
    const { rerender } = renderUi(<Tabs label="Views" tabs={tabsWith(5)} value="b" onChange={() => {}} />)
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Types5', 'Roots'])
    rerender(<Tabs label="Views" tabs={tabsWith(6)} value="b" onChange={() => {}} />)
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Types6', 'Roots'])
  })
})

describe('Splitter', () => {
  it('is moved by arrows, within its limits', () => {
    const onResize = vi.fn()
    renderUi(<Splitter label="Explorer" orientation="vertical" size={250} min={200} max={260} onResize={onResize} />)
    const separator = screen.getByRole('separator', { name: 'Explorer' })
    fireEvent.keyDown(separator, { key: 'ArrowRight' })
    fireEvent.keyDown(separator, { key: 'Home' })
    expect(onResize.mock.calls).toEqual([[260], [200]])
  })
})

describe('Value', () => {
  it('shows the exact figure on hover', () => {
    renderUi(<Value quantity={formatBytes(432_013_312)} />)
    expect(screen.getByTitle(/432.013.312 bytes/).textContent).toBe('412\u2009MiB')
  })
})

describe('ErrorState', () => {
  it('says what, why and what to do, with the details folded', () => {
    renderUi(
      <ErrorState title="Export stopped" error={{ kind: 'io', operation: 'write', path: '/x', code: 'ENOSPC' }} />,
    )
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('Export stopped')
    expect(alert.textContent).toContain('Couldn’t write /x. The disk is full.')
    expect(screen.getByText('Details')).toBeTruthy()
  })
})
