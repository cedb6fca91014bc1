import { ChevronDown, ChevronUp, ImageDown, ZoomOut } from 'lucide-react'
import { memo, useState } from 'react'
import { flameColourings } from '../../../canvas/flame/flame-colours.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useSteady } from '../../../ui/use-steady.ts'
import { useTraceView } from '../view/trace-view.ts'
import { FlameLegend } from './flame-legend.tsx'
import styles from './flame-tab.module.css'
import { useWeightWords, type WeightWords } from '../view/weight-words.ts'
import { matchWords } from './flame-words.ts'
import type { FlameGraphState, FlameOptions } from './use-flame-graph.ts'
import type { FlameAnswer } from './use-flame.ts'
import { StrongPart } from '../../../ui/text/strong-part.tsx'
import { flameLabels } from './flame-labels.ts'

interface FlameToolbarProps {
  readonly graph: FlameGraphState
  readonly options: FlameOptions
  readonly onChange: (options: FlameOptions) => void
}

const colouringWords = {
  module: flameLabels.toolbar.colorModule,
  namespace: flameLabels.toolbar.colorNamespace,
  origin: flameLabels.toolbar.colorOrigin,
} as const

export function FlameToolbar({ graph, options, onChange }: FlameToolbarProps) {
  const { answer, palette, isZoomed } = graph
  const { name } = useTraceView().target
  const words = useWeightWords()
  const steady = useSteady({ picture: () => pictureOf(graph, name, words) })
  return (
    <Toolbar label={flameLabels.toolbar.flameGraph} className={styles.toolbar}>
      {answer !== null && <Sum answer={answer} />}
      {answer?.flame.matches != null && <Matches key={answer.question.search} graph={graph} answer={answer} />}
      {isZoomed && (
        <IconButton
          icon={ZoomOut}
          label={flameLabels.toolbar.zoomOut}
          shortcut="Backspace"
          size="small"
          onClick={() => graph.goBack()}
        />
      )}
      <Tools palette={palette} options={options} onChange={onChange} {...steady} />
    </Toolbar>
  )
}

interface ToolsProps extends Pick<FlameToolbarProps, 'options' | 'onChange'>, Pick<FlameGraphState, 'palette'> {
  readonly picture: () => Picture | null
}

/** What a new picture changes nothing of. */
const Tools = memo(function Tools({ palette, options, onChange, picture }: ToolsProps) {
  return (
    <>
      <FlameLegend palette={palette} />
      <Select
        label={flameLabels.toolbar.colorOfBoxes}
        size="small"
        value={options.colouring}
        options={flameColourings.map((value) => ({ value, label: colouringWords[value] }))}
        onChange={(colouring) => onChange({ ...options, colouring })}
      />
      <SegmentedControl
        label={flameLabels.toolbar.direction}
        size="small"
        value={options.direction}
        segments={[
          { value: 'icicle', label: flameLabels.toolbar.icicle, hint: flameLabels.toolbar.callersOnTop },
          { value: 'flame', label: flameLabels.toolbar.flame, hint: flameLabels.toolbar.callersAtTheBottom },
        ]}
        onChange={(direction) => onChange({ ...options, direction })}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={ImageDown} label={flameLabels.toolbar.pictureFlameGraph} size="small" />}
        entries={pictureEntries('flame-graph', picture)}
      />
    </>
  )
})

function pictureOf({ canvas, answer }: FlameGraphState, name: string, words: WeightWords): Picture | null {
  if (canvas === null || answer === null) return null
  const { sampleCount, intervalMs } = answer.flame
  const nature = `${words.nature.charAt(0).toLowerCase()}${words.nature.slice(1)}`
  const kind = words.kind(answer.question.selection)
  const samples = words.text(sampleCount)
  const subtitle =
    intervalMs === null
      ? flameLabels.toolbar.pictureSubtitle(kind, samples, nature)
      : flameLabels.toolbar.pictureSubtitleWithTime(kind, words.time(sampleCount, intervalMs), samples, nature)
  return canvas.picture({ title: name, subtitle, name: `${name}-flame` })
}

function Sum({ answer: { flame, question } }: { readonly answer: FlameAnswer }) {
  const { sampleCount, intervalMs, omittedBoxCount } = flame
  const words = useWeightWords()
  const kind = words.kind(question.selection)
  const time = words.time(sampleCount, intervalMs)
  const sum =
    intervalMs === null
      ? flameLabels.toolbar.sum(kind, time)
      : flameLabels.toolbar.sumInSamples(kind, time, words.text(sampleCount))
  return (
    <span className={styles.sum} title={words.hint(intervalMs)}>
      <StrongPart text={omittedBoxCount > 0 ? flameLabels.toolbar.zoomIn(sum) : sum} part={time} />
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
          <IconButton
            icon={ChevronUp}
            label={flameLabels.toolbar.previousMatch}
            size="small"
            onClick={() => step(-1)}
          />
          <IconButton icon={ChevronDown} label={flameLabels.toolbar.nextMatch} size="small" onClick={() => step(1)} />
        </>
      )}
    </span>
  )
}
