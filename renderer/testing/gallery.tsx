import { Activity, CircleDot, Copy, Network, Pause, Plug, Search, Syringe, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '../../shared/base/assert.ts'
import { formatBytes, formatPercent, formatRate } from '../../shared/base/format.ts'
import { applyAppearance, type ResolvedTheme } from '../app/theme/apply-theme.ts'
import '../app/theme/theme.css'
import { Button, type ButtonKind } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Chip } from '../ui/chip.tsx'
import { DataGrid } from '../ui/data-grid/data-grid.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { ImpactCard } from '../ui/layout/impact-card.tsx'
import { Input } from '../ui/controls/input.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { defaultMetrics } from '../ui/metrics.ts'
import { MiddleEllipsis } from '../ui/text/middle-ellipsis.tsx'
import { Banner, PaneHeader } from '../ui/layout/pane.tsx'
import { UiProvider } from '../ui/provider.tsx'
import { SearchField } from '../ui/controls/search-field.tsx'
import { SegmentedControl } from '../ui/controls/segmented-control.tsx'
import { Select } from '../ui/controls/select.tsx'
import { Busy, Skeleton } from '../ui/layout/skeleton.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { Tabs } from '../ui/controls/tabs.tsx'
import { Value } from '../ui/text/value.tsx'
import styles from './gallery.module.css'

/** Every primitive in its states, to look at: `npx vite` and open `testing/gallery.html?theme=dark`. Not in the product. */

const kinds: readonly ButtonKind[] = ['primary', 'standard', 'quiet', 'danger', 'link']
const wave = Float64Array.from({ length: 60 }, (_, index) =>
  index > 20 && index < 26 ? NaN : 40 + 30 * Math.sin(index / 6),
)

function nothing(): void {
  // The gallery only shows.
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Controls() {
  const [text, setText] = useState('gc.pa')
  const [choice, setChoice] = useState<'running' | 'waiting'>('running')
  const [isOn, setIsOn] = useState(true)
  return (
    <Section title="Inputs">
      <SearchField label="Filter instruments" value={text} onChange={setText} className={styles.wide} />
      <Input label="Folder" isMono value="/var/dumps" problem="310 MiB free, up to 520 MiB needed" readOnly />
      <Input label="Disabled" value="dotnet exec" disabled icon={Search} />
      <Select
        label="Time"
        value="2"
        onChange={nothing}
        options={[
          { value: '2', label: '2 min', detail: 'usual' },
          { value: '5', label: '5 min', isDisabled: true },
        ]}
      />
      <SegmentedControl
        label="State"
        value={choice}
        onChange={setChoice}
        segments={[
          { value: 'running', label: 'Running' },
          { value: 'waiting', label: 'Waiting' },
        ]}
      />
      <div className={styles.row}>
        <Checkbox isChecked={isOn} onChange={setIsOn}>
          On
        </Checkbox>
        <Checkbox isChecked={false} isMixed onChange={nothing}>
          Some
        </Checkbox>
        <Switch isOn={isOn} onChange={setIsOn}>
          Switch
        </Switch>
      </div>
    </Section>
  )
}

function Table() {
  const [selected, setSelected] = useState<string | null>('1')
  const names = [
    'OrderMapper.ToDto(Order)',
    'DiscountRule.Matches(Order)',
    'Regex.IsMatch(String)',
    'Enumerable.ToList',
  ]
  return (
    <Section title="Table rows">
      <div className={styles.box}>
        <DataGrid
          label="Functions"
          rowCount={names.length}
          rowKey={String}
          selectedKey={selected}
          onSelect={setSelected}
          columns={[
            { id: 'f', title: 'Function', width: 'rest', render: (i) => names[i], text: (i) => names[i] ?? '' },
            {
              id: 't',
              title: 'Total',
              width: 80,
              align: 'end',
              render: (i) => `${String(620 - i * 90)} ms`,
              text: String,
            },
          ]}
        />
      </div>
    </Section>
  )
}

function Gallery({ theme }: { readonly theme: ResolvedTheme }) {
  return (
    <UiProvider metrics={{ ...defaultMetrics, theme }} copyText={nothing}>
      <main className={styles.page}>
        <h1 className={styles.title}>Primitives, {theme}</h1>
        <Section title="Buttons">
          {kinds.map((kind) => (
            <div key={kind} className={styles.row}>
              <Button kind={kind} icon={CircleDot}>
                Record
              </Button>
              <Button kind={kind} icon={CircleDot} isPressed={kind === 'standard'} shortcut="Space">
                Freeze
              </Button>
              <Button kind={kind} icon={CircleDot} disabled>
                Record
              </Button>
            </div>
          ))}
          <div className={styles.row}>
            <Button kind="risky" icon={Syringe} onClick={nothing}>
              Attach…
            </Button>
            <IconButton icon={Copy} label="Copy" />
            <IconButton icon={Copy} label="Copy, standard" kind="standard" />
          </div>
        </Section>
        <Controls />
        <Section title="Chips, keys, values">
          <div className={styles.row}>
            <Chip>Neutral</Chip>
            <Chip tone="ok" icon={Plug}>
              Dumps
            </Chip>
            <Chip tone="warn" icon={Pause}>
              Suspended
            </Chip>
            <Chip tone="bad" icon={TriangleAlert}>
              312 lost
            </Chip>
            <Chip tone="note">Reading</Chip>
            <Chip tone="accent" onRemove={nothing}>
              8.40–20.9 s
            </Chip>
            <Chip tone="absent">Lossless: .NET 11</Chip>
            <Kbd>Ctrl K</Kbd>
          </div>
          <div className={styles.row}>
            <Value quantity={formatPercent(38.2)} />
            <Value quantity={formatBytes(432_013_312)} />
            <Value quantity={formatRate(2)} />
            <Sparkline values={wave} revision={1} max={100} token="--series-1" width={104} height={28} />
          </div>
          <div style={{ width: 180 }}>
            <MiddleEllipsis text="dotnet.gc.last_collection.memory.committed_size" />
          </div>
          <Tabs
            label="Views"
            value="flame"
            onChange={nothing}
            tabs={[
              { value: 'flame', label: 'Flame', content: null },
              { value: 'gc', label: 'GC', count: 14, content: null },
            ]}
          />
        </Section>
        <Section title="Impact">
          <ImpactCard
            icon={Activity}
            title="Live"
            impact="harmless"
            text="Harmless"
            onRun={nothing}
            className={styles.wide}
          />
          <ImpactCard
            icon={Network}
            title="Heap graph"
            impact="pauses"
            text="Forces a full GC"
            onRun={nothing}
            className={styles.wide}
          />
          <ImpactCard
            icon={Syringe}
            title="Attach profiler"
            impact="injects"
            text="Injects native code"
            onRun={nothing}
            className={styles.wide}
          />
        </Section>
        <Table />
        <Section title="Pane states">
          <div className={styles.box}>
            <PaneHeader title="Exceptions" />
            <EmptyState
              title="No exception yet"
              text="This pane lists what was thrown."
              action={<Button>Mark</Button>}
            />
          </div>
          <div className={styles.box}>
            <PaneHeader title="Call tree">
              <Busy /> Reading 38 %
            </PaneHeader>
            <div className={styles.section} style={{ padding: 12 }}>
              <Skeleton width="60%" />
              <Skeleton width="45%" />
            </div>
          </div>
          <div className={styles.box}>
            <PaneHeader title="Allocations" />
            <Banner>312 events lost at 24.1 s. Totals are low by up to 0.1 %.</Banner>
          </div>
          <div className={styles.box}>
            <ErrorState error={{ kind: 'io', operation: 'write', path: '/var/x.csv', code: 'ENOSPC' }} />
          </div>
        </Section>
      </main>
    </UiProvider>
  )
}

const asked = new URLSearchParams(location.search).get('theme')
const theme: ResolvedTheme = asked === 'dark' || asked === 'hc' ? asked : 'light'
applyAppearance(document.documentElement, { theme, density: 'normal', fontSizePercent: 100, isReducedMotion: false })
createRoot(must(document.getElementById('root'), 'gallery.html has it')).render(<Gallery theme={theme} />)
