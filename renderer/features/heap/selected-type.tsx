import { Copy, Network, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import type { HeapSummary, HeapTypeFacts } from '../../../shared/model/heap/heap-document.ts'
import { rawFieldName, rowName } from '../../../shared/model/heap/heap-row-names.ts'
import { useLatestAnswer } from '../../bridge/use-latest-answer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PaneHeader } from '../../ui/layout/pane.tsx'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { useCopyText } from '../../ui/text/copy.ts'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { FactList } from './fact-list.tsx'
import { type PickedType, useHeapView } from './heap-view.ts'
import { bytesText, shareText } from './heap-words.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

/** Ways are found for all objects at once: in larger heaps that takes seconds in which the list would wait, so there it is asked for. */
const mostObjectsAtOnce = 2_000_000

/** What is known of the selected type, and where to go from it. */
export function SelectedType({ type }: { readonly type: PickedType }) {
  const { target, summary, go } = useHeapView()
  const { documentId } = target
  const [isAsked, setAsked] = useState(false)
  const copyText = useCopyText()
  const isWhole = summary.unreached !== null
  const wantsWay = isWhole && (isAsked || summary.objectCount <= mostObjectsAtOnce)
  const { value, of, error } = useLatestAnswer('heaps.type', { documentId, type: type.group, wantsWay })
  // What was known without the way stays until the way is found.
  const facts = of?.type === type.group ? value : null
  return (
    <section className={styles.side} aria-label={heapLabels.type.selectedType}>
      <PaneHeader title={type.name}>
        <IconButton
          icon={Copy}
          label={heapLabels.type.copyName}
          onClick={() => copyText(type.name, heapLabels.type.nameCopied)}
        />
      </PaneHeader>
      {error !== null && <ErrorState error={error} title={heapLabels.type.couldntLook} />}
      <FactList facts={facts === null ? [] : typeFacts(facts, summary)} />
      <div className={styles.way}>
        <h3>{heapLabels.type.mostCommonPath}</h3>
        {facts?.way != null ? (
          <Way way={facts.way} />
        ) : !isWhole || wantsWay ? (
          <BusyText>{isWhole ? heapLabels.type.findingPaths : heapLabels.type.findingOwners}</BusyText>
        ) : (
          <Button onClick={() => setAsked(true)}>{heapLabels.type.findIt}</Button>
        )}
      </div>
      <div className={styles.sideButtons}>
        <Button icon={Network} disabled={!isWhole} onClick={() => go({ tab: 'paths', type, object: null })}>
          {heapLabels.type.pathsToRoots}
        </Button>
        <Button icon={Rows3} disabled={!isWhole} onClick={() => go({ tab: 'objects', type, object: null })}>
          {heapLabels.type.objects}
        </Button>
      </div>
    </section>
  )
}

function Way({ way }: Pick<HeapTypeFacts & { way: object }, 'way'>) {
  if (way.length === 0) return <p>{heapLabels.type.noRoot}</p>
  return (
    <ol>
      {way.map(({ name, rootKind, count }, step) => (
        // oxlint-disable-next-line react/no-array-index-key -- a way is shown as a whole, and a type may come twice
        <li key={step}>
          <MiddleEllipsis text={rowName(name, rootKind)} hint={rawFieldName(name) ?? undefined} />
          <span className="tabular">{formatCount(count)}</span>
        </li>
      ))}
    </ol>
  )
}

const generationNames = [
  heapLabels.type.gen0,
  heapLabels.type.gen1,
  heapLabels.type.gen2,
  heapLabels.type.largeObjects,
  heapLabels.type.pinnedObjects,
  heapLabels.type.frozenObjects,
]

/** What the source does not tell is left out. */
export function typeFacts(
  { row, estimate }: HeapTypeFacts,
  summary: HeapSummary,
): readonly (readonly [string, string])[] {
  const { count, shallowBytes, retainedBytes, generationBytes, module } = row
  const facts: readonly (readonly [string, string])[] = [
    [heapLabels.type.count, formatCount(count)],
    [
      heapLabels.type.inTheProcess,
      estimate === null ? '' : heapLabels.type.about(formatCount(estimate.count), bytesText(estimate.bytes)),
    ],
    [heapLabels.type.shallow, `${bytesText(shallowBytes)}, ${shareText(shallowBytes, summary)}`],
    [
      heapLabels.type.retained,
      retainedBytes === null ? '' : `${bytesText(retainedBytes)}, ${shareText(retainedBytes, summary)}`,
    ],
    [heapLabels.type.shallowPerObject, count === 0 ? '' : bytesText(shallowBytes / count)],
    [heapLabels.type.retainedPerObject, retainedBytes === null || count === 0 ? '' : bytesText(retainedBytes / count)],
    ...(generationBytes ?? []).flatMap((bytes, generation) =>
      bytes > 0 ? [[generationNames[generation] ?? '', bytesText(bytes)] as const] : [],
    ),
    [heapLabels.type.module, module],
  ]
  return facts.filter(([name, value]) => name !== '' && value !== '')
}
