import { ChevronRight, ImageDown } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { rowName } from '../../../../shared/model/heap/heap-row-names.ts'
import type { FlamePalette } from '../../../canvas/flame/flame-colours.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { cx } from '../../../ui/class-names.ts'
import { OriginLegend } from '../../../ui/origin-legend.tsx'
import { useFlameTheme } from '../../../ui/use-flame-theme.ts'
import { useShownSize } from '../../../ui/use-shown-size.ts'
import { useSteady } from '../../../ui/use-steady.ts'
import { useHeapView } from '../heap-view.ts'
import { bytesText } from '../heap-words.ts'
import { Layers } from './treemap-layers.tsx'
import {
  neighbour,
  pathKey,
  type TreemapAnswers,
  type TreemapBox,
  treemapBoxes,
  type TreemapDirection,
} from './treemap-boxes.ts'
import { treemapColours } from './treemap-colours.ts'
import { treemapPicture, treemapPictureArea } from './treemap-picture.ts'
import { useTreemap } from './use-treemap.ts'
import { heapLabels } from '../heap-labels.ts'
import heapStyles from '../heap.module.css'
import styles from './treemap.module.css'

interface Place {
  readonly path: readonly number[]
  readonly name: string
}

const allRoots: Place = { path: [], name: heapLabels.treemap.allRoots }

const directions: Readonly<Record<string, TreemapDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** What retains how much, as areas. */
export function TreemapTab() {
  const { target, summary } = useHeapView()
  const [places, setPlaces] = useState<readonly Place[]>([allRoots])
  const [hasMoved, setHasMoved] = useState(false)
  const show = (shown: readonly Place[]): void => {
    setPlaces(shown)
    setHasMoved(true)
  }
  const { path, name: placeName } = places.at(-1)!
  const { theme, palette } = useFlameTheme()
  const { answers, error } = useTreemap(target.documentId, path)
  const picture = (): Picture =>
    treemapPicture(treemapBoxes(answers, path, treemapPictureArea), theme, {
      title: target.name,
      subtitle: heapLabels.treemap.subtitle(placeName, bytesText(summary.objectBytes)),
      name: `${target.name}-treemap`,
      nameOf: ({ row }) => rowName(row.name, row.rootKind),
      colours: ({ row, depth }) => treemapColours(palette, row, depth),
      text: palette.text,
      sizeOf: ({ row }) => bytesText(row.retainedBytes),
    })
  const steady = useSteady({ show, picture: () => (answers.has(pathKey(path)) ? picture() : null) })
  if (error !== null) return <ErrorState error={error} title={heapLabels.treemap.couldntShow} />
  return (
    <div className={heapStyles.pane}>
      <Tools places={places} palette={palette} {...steady} />
      {answers.has(pathKey(path)) ? (
        <Boxes
          answers={answers}
          path={path}
          palette={palette}
          onEnter={({ path: to, row }) => show([...places, { path: to, name: rowName(row.name, row.rootKind) }])}
          takesFocus={hasMoved}
          onLeave={() => show(places.length > 1 ? places.slice(0, -1) : places)}
        />
      ) : (
        <BusyText>{heapLabels.treemap.calculating}</BusyText>
      )}
    </div>
  )
}

interface ToolsProps {
  readonly places: readonly Place[]
  readonly palette: FlamePalette
  readonly show: (places: readonly Place[]) => void
  /** Null: there is nothing yet. */
  readonly picture: () => Picture | null
}

/** Where one is and what one can do there; an answer changes nothing of it. */
const Tools = memo(function Tools({ places, show, ...ofAnyPlace }: ToolsProps) {
  return (
    <Toolbar label={heapLabels.treemap.treemap} className={cx(heapStyles.controls, styles.tools)}>
      {places.map(({ path, name }, at) => (
        <span key={pathKey(path)} className={styles.crumb}>
          {at > 0 && <Icon icon={ChevronRight} />}
          <Button disabled={at === places.length - 1} onClick={() => show(places.slice(0, at + 1))}>
            {name}
          </Button>
        </span>
      ))}
      <ToolsOfAnyPlace {...ofAnyPlace} />
    </Toolbar>
  )
})

/** Another place is drawn in one frame with what else the key for it takes. */
const ToolsOfAnyPlace = memo(function ToolsOfAnyPlace({ palette, picture }: Pick<ToolsProps, 'palette' | 'picture'>) {
  return (
    <>
      <span className={heapStyles.note}>
        {heapLabels.treemap.explanation} <span className={styles.keys}>{heapLabels.treemap.explanationOfKeys}</span>
      </span>
      <Menu
        align="end"
        trigger={<IconButton icon={ImageDown} label={heapLabels.treemap.picture} size="small" />}
        entries={pictureEntries('treemap', picture)}
      />
      <OriginLegend palette={palette} className={styles.legend} />
    </>
  )
})

interface BoxesProps {
  readonly answers: TreemapAnswers
  readonly path: readonly number[]
  readonly palette: FlamePalette
  /** The box that had it is gone. */
  readonly takesFocus: boolean
  readonly onEnter: (box: TreemapBox) => void
  readonly onLeave: () => void
}

/** One box takes the focus; arrow keys move it among boxes of one depth. */
function Boxes({ answers, path, palette, takesFocus, onEnter, onLeave }: BoxesProps) {
  const { summary, type, go } = useHeapView()
  const ref = useRef<HTMLDivElement | null>(null)
  const width = useShownSize(ref, 'clientWidth')
  const height = useShownSize(ref, 'clientHeight')
  const [focused, setFocused] = useState<string | null>(null)
  const [shownPath, setShownPath] = useState(path)
  if (shownPath !== path) {
    setShownPath(path)
    setFocused(null)
  }
  const boxes = useMemo(
    () => treemapBoxes(answers, path, { left: 0, top: 0, width, height }),
    [answers, path, width, height],
  )
  const current = boxes.find(({ key }) => key === focused) ?? boxes[0]
  const hasBoxes = boxes.length > 0
  useEffect(() => {
    if (takesFocus && hasBoxes) ref.current?.querySelector<HTMLElement>('[data-current] [tabindex="0"]')?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each place takes it
  }, [takesFocus, hasBoxes, path])
  const steady = useSteady({
    onFocus: ({ key }: TreemapBox): void => {
      // The first one takes it in the frame that shows another place: hundreds would be looked at once more.
      if (key !== current?.key) setFocused(key)
    },
    onPick: ({ key, row }: TreemapBox): void => {
      setFocused(key)
      if (!row.name.startsWith('[') && row.key !== type?.group)
        go({ type: { group: row.key, name: row.name, module: row.module }, object: null })
    },
    onEnter: (box: TreemapBox): void => {
      if (box.row.hasRows) onEnter(box)
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const direction = directions[event.key]
      if (direction !== undefined && current !== undefined) {
        const next = neighbour(boxes, current, direction)
        setFocused(next.key)
        ref.current?.querySelector<HTMLElement>(`[data-current] [data-box="${next.key}"]`)?.focus()
      } else if (event.key === 'Enter' && current?.row.hasRows === true) onEnter(current)
      else if (event.key === 'Escape' || event.key === 'Backspace') onLeave()
      else return
      event.preventDefault()
    },
  })
  return (
    <div ref={ref} className={styles.map} role="group" aria-label={heapLabels.treemap.boxes}>
      <Layers
        place={pathKey(path)}
        boxes={boxes}
        current={current?.key ?? null}
        palette={palette}
        summary={summary}
        type={type?.group ?? null}
        {...steady}
      />
    </div>
  )
}
