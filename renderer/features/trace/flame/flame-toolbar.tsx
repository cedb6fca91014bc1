import { ChevronDown, ChevronUp, ImageDown, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { flameColourings } from '../../../canvas/flame/flame-colours.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { ValueText } from '../../../ui/text/value.tsx'
import { useTraceView } from '../view/trace-view.ts'
import { FlameLegend } from './flame-legend.tsx'
import styles from './flame-tab.module.css'
import { useWeightWords, type WeightWords } from '../view/weight-words.ts'
import { matchWords } from './flame-words.ts'
import type { FlameGraphState, FlameOptions } from './use-flame-graph.ts'
import type { FlameAnswer } from './use-flame.ts'

interface FlameToolbarProps {
  readonly graph: FlameGraphState
  readonly options: FlameOptions
  readonly onChange: (options: FlameOptions) => void
}

const colouringWords = { module: 'Color: module', namespace: 'Color: namespace', origin: 'Color: origin' } as const

export function FlameToolbar({ graph, options, onChange }: FlameToolbarProps) {
  const { answer, palette, isZoomed } = graph
  const { name } = useTraceView().target
  const words = useWeightWords()
  return (
    <Toolbar label="Flame graph" className={styles.toolbar}>
      {answer !== null && <Sum answer={answer} />}
      {answer?.flame.matches != null && <Matches key={answer.question.search} graph={graph} answer={answer} />}
      {isZoomed && (
        <IconButton icon={ZoomOut} label="Zoom out" shortcut="Backspace" size="small" onClick={() => graph.goBack()} />
      )}
      <FlameLegend palette={palette} />
      <Select
        label="Color of boxes"
        size="small"
        value={options.colouring}
        options={flameColourings.map((value) => ({ value, label: colouringWords[value] }))}
        onChange={(colouring) => onChange({ ...options, colouring })}
      />
      <SegmentedControl
        label="Direction"
        size="small"
        value={options.direction}
        segments={[
          { value: 'icicle', label: 'Icicle', hint: 'Callers on top' },
          { value: 'flame', label: 'Flame', hint: 'Callers at the bottom' },
        ]}
        onChange={(direction) => onChange({ ...options, direction })}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={ImageDown} label="Picture of the flame graph" size="small" />}
        entries={pictureEntries('Flame graph', () => pictureOf(graph, name, words))}
      />
    </Toolbar>
  )
}

function pictureOf({ canvas, answer }: FlameGraphState, name: string, words: WeightWords): Picture | null {
  if (canvas === null || answer === null) return null
  const { sampleCount, intervalMs } = answer.flame
  const time = intervalMs === null ? '' : ` ${words.time(sampleCount, intervalMs)} in`
  const nature = `${words.nature.charAt(0).toLowerCase()}${words.nature.slice(1)}`
  const subtitle = `${words.kind(answer.question.selection)}${time} ${words.text(sampleCount)}, ${nature}`
  return canvas.picture({ title: name, subtitle, name: `${name}-flame` })
}

function Sum({ answer: { flame, question } }: { readonly answer: FlameAnswer }) {
  const { sampleCount, intervalMs, omittedBoxCount } = flame
  const words = useWeightWords()
  return (
    <span className={styles.sum} title={words.hint(intervalMs)}>
      {words.kind(question.selection)}{' '}
      <strong className="tabular">
        <ValueText text={words.time(sampleCount, intervalMs)} />
      </strong>
      {intervalMs !== null && ` in ${words.text(sampleCount)}`}
      {omittedBoxCount > 0 && ', zoom in to see all boxes'}
    </span>
  )
}

function Matches({ graph, answer: { flame } }: { readonly graph: FlameGraphState; readonly answer: FlameAnswer }) {
  const [at, setAt] = useState(-1)
  const { placeCount, samples, start } = flame.matches!
  const step = (by: number): void => {
    const next = at < 0 && by < 0 ? start.length - 1 : (at + by + start.length) % start.length
    setAt(next)
    graph.showMatch(next)
  }
  return (
    <span className={styles.matches}>
      <span role="status">{matchWords(placeCount, samples, flame.sampleCount)}</span>
      {placeCount > 0 && (
        <>
          <IconButton icon={ChevronUp} label="Previous match" size="small" onClick={() => step(-1)} />
          <IconButton icon={ChevronDown} label="Next match" size="small" onClick={() => step(1)} />
        </>
      )}
    </span>
  )
}
