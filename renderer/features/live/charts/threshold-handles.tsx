import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { valueOfY, yOfValue } from '../../../canvas/value-scale.ts'
import type { BoardChart } from '../../../../shared/model/settings.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Input } from '../../../ui/controls/input.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { writeText } from '../../../ui/text/write-text.ts'
import { useNewest } from '../../../ui/use-newest.ts'
import { changeChart } from '../board/board.ts'
import styles from './chart-board.module.css'
import type { ChartLayer } from './chart-layer.ts'
import type { ChartLayout } from './chart-layout.ts'
import { chartTitle, type ChartLine } from './chart-lines.ts'
import { useLive } from '../live-context.ts'
import { watchedLines, type Threshold } from '../board/thresholds.ts'
import { typedNumber } from '../board/typed-number.ts'
import { formatValue, type Meaning } from '../series/units.ts'
import { plainQuantity } from '../../../../shared/base/format.ts'
import { liveLabels } from '../live-labels.ts'

interface ThresholdHandlesProps {
  readonly chart: BoardChart
  readonly lines: readonly ChartLine[]
  readonly layer: ChartLayer | null
}

const fallbackMeaning: Meaning = { dimension: 'count', factor: 1, isPerSecond: false, unitText: '' }

/** Values of thresholds are in the published unit of the chart's first left line. */
function meaningOfChart(lines: readonly ChartLine[]): Meaning {
  return watchedLines(lines)[0]?.meaning ?? fallbackMeaning
}

function words(threshold: Threshold, meaning: Meaning): string {
  return `${threshold.direction === 'above' ? '>' : '<'} ${plainQuantity(formatValue(meaning, threshold.value))}`
}

/** Lines that can be dragged, or moved with the arrow keys and removed with Delete. Placed by the layer after each paint. */
export function ThresholdHandles({ chart, lines, layer }: ThresholdHandlesProps) {
  const { changeBoard } = useLive()
  const handles = useRef<(HTMLDivElement | null)[]>([])
  const meaning = meaningOfChart(lines)
  const newest = useNewest({ chart, meaning })
  useEffect(() => {
    const place = (layout: ChartLayout) => {
      newest().chart.thresholds.forEach((threshold, at) => {
        const y = yOfValue(layout.left.scale, threshold.value * newest().meaning.factor)
        const handle = handles.current[at]
        // The one under the pointer stays there, whatever is painted meanwhile.
        if (handle && handle.dataset['dragged'] === undefined) handle.style.transform = `translateY(${Math.round(y)}px)`
      })
    }
    layer?.onLayout(place)
    if (layer?.layout) place(layer.layout)
  })

  const put = (at: number, threshold: Threshold | null) =>
    changeBoard((board) =>
      changeChart(board, chart.id, (one) => ({
        ...one,
        thresholds:
          threshold === null
            ? one.thresholds.filter((_, i) => i !== at)
            : one.thresholds.map((other, i) => (i === at ? threshold : other)),
      })),
    )
  return chart.thresholds.map((threshold, at) => (
    <ThresholdHandle
      // Thresholds have no identity but their place in the chart.
      // oxlint-disable-next-line react/no-array-index-key -- see above
      key={at}
      threshold={threshold}
      meaning={meaning}
      layer={layer}
      setElement={(element) => {
        handles.current[at] = element
      }}
      onChange={(next) => put(at, next)}
    />
  ))
}

interface ThresholdHandleProps {
  readonly threshold: Threshold
  readonly meaning: Meaning
  readonly layer: ThresholdHandlesProps['layer']
  readonly setElement: (element: HTMLDivElement | null) => void
  /** null removes it. */
  readonly onChange: (threshold: Threshold | null) => void
}

function ThresholdHandle({ threshold, meaning, layer, setElement, onChange }: ThresholdHandleProps) {
  const dragged = useRef<number | null>(null)
  const element = useRef<HTMLDivElement | null>(null)
  const scale = () => layer?.layout?.left.scale ?? null

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.stopPropagation()
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = threshold.value
    event.currentTarget.dataset['dragged'] = ''
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const axis = scale()
    const plot = event.currentTarget.parentElement
    if (dragged.current === null || axis === null || plot === null) return
    const y = Math.min(axis.bottomPx, Math.max(axis.topPx, event.clientY - plot.getBoundingClientRect().top))
    dragged.current = valueOfY(axis, y) / meaning.factor
    event.currentTarget.style.transform = `translateY(${Math.round(y)}px)`
    writeText(event.currentTarget.firstElementChild, words({ ...threshold, value: dragged.current }, meaning))
  }
  const onPointerUp = () => {
    const value = dragged.current
    dragged.current = null
    delete element.current?.dataset['dragged']
    if (value !== null && value !== threshold.value) onChange({ ...threshold, value })
  }
  const onPointerCancel = () => {
    dragged.current = null
    delete element.current?.dataset['dragged']
    writeText(element.current?.firstElementChild, words(threshold, meaning))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const axis = scale()
    if (axis === null) return
    const next = thresholdKey(event, threshold, (axis.high - axis.low) / meaning.factor)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(next)
  }
  return (
    <div
      ref={(made) => {
        element.current = made
        setElement(made)
      }}
      className={styles.threshold}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={liveLabels.thresholdHandles.threshold}
      aria-valuenow={threshold.value}
      aria-valuetext={words(threshold, meaning)}
      title={liveLabels.thresholdHandles.handleHint}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onKeyDown={onKeyDown}
    >
      <span className={styles.thresholdLabel}>{words(threshold, meaning)}</span>
    </div>
  )
}

/** undefined = not a key of ours, null = remove. A step is a hundredth of the axis, with Shift a tenth. */
function thresholdKey(event: KeyboardEvent, threshold: Threshold, axisLength: number): Threshold | null | undefined {
  const step = axisLength / (event.shiftKey ? 10 : 100)
  switch (event.key) {
    case 'ArrowUp':
      return { ...threshold, value: threshold.value + step }
    case 'ArrowDown':
      return { ...threshold, value: threshold.value - step }
    case 'Delete':
    case 'Backspace':
      return null
    default:
      return undefined
  }
}

interface ThresholdDialogProps {
  readonly chart: BoardChart
  readonly lines: readonly ChartLine[]
  readonly layout: ChartLayout | null
  readonly onClose: () => void
}

/** An exact value, in the unit the axis shows now. */
export function ThresholdDialog({ chart, lines, layout, onClose }: ThresholdDialogProps) {
  const { changeBoard } = useLive()
  const meaning = meaningOfChart(lines)
  const unit = layout?.left.unit ?? { factor: 1, unit: '' }
  const suggested = layout === null ? 0 : layout.left.scale.high * 0.75 * unit.factor
  const [text, setText] = useState(String(Number(suggested.toPrecision(3))))
  const [direction, setDirection] = useState<Threshold['direction']>('above')
  const field = useRef<HTMLInputElement | null>(null)
  const value = typedNumber(text)
  const isValid = Number.isFinite(value)
  const submit = () => {
    if (!isValid) return
    const published = value / unit.factor / meaning.factor
    changeBoard((board) =>
      changeChart(board, chart.id, (one) => ({
        ...one,
        thresholds: [...one.thresholds, { value: published, direction }],
      })),
    )
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={liveLabels.thresholdHandles.addThreshold}
      description={liveLabels.thresholdHandles.addThresholdText(chartTitle(chart, lines).title)}
      onClose={onClose}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>{liveLabels.thresholdHandles.cancel}</Button>
          <Button kind="primary" disabled={!isValid} onClick={submit}>
            {liveLabels.thresholdHandles.add}
          </Button>
        </>
      }
    >
      <SegmentedControl
        label={liveLabels.thresholdHandles.direction}
        value={direction}
        segments={[
          { value: 'above', label: liveLabels.thresholdHandles.above },
          { value: 'below', label: liveLabels.thresholdHandles.below },
        ]}
        onChange={setDirection}
      />
      <Input
        label={unit.unit === '' ? liveLabels.thresholdHandles.value : liveLabels.thresholdHandles.valueIn(unit.unit)}
        value={text}
        ref={field}
        inputMode="decimal"
        problem={isValid ? null : liveLabels.thresholdHandles.enterANumber}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The focus goes back to the menu's button, which would take this very key for a press.
          event.preventDefault()
          submit()
        }}
      />
      {unit.unit !== '' && <span className="muted">{unit.unit}</span>}
    </Dialog>
  )
}
