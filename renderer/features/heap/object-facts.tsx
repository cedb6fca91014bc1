import { formatCount } from '../../../shared/base/format.ts'
import type { HeapObjectFacts, HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import { useLatestAnswer } from '../../bridge/use-latest-answer.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { FactList } from './fact-list.tsx'
import { useHeapView } from './heap-view.ts'
import { bytesText, shareText } from './heap-words.ts'
import { heapLabels } from './heap-labels.ts'

/** What is known of one object; what the source does not tell is left out. */
export function ObjectFacts({ documentId, node }: { readonly documentId: string; readonly node: number }) {
  const { summary } = useHeapView()
  const { value: facts, error } = useLatestAnswer('heaps.object', { documentId, node })
  if (error !== null) return <ErrorState error={error} title={heapLabels.object.couldntLook} />
  return <FactList label={heapLabels.object.about} facts={facts === null ? [] : factsOf(facts, summary)} />
}

function factsOf(
  { object, module, inCount, outCount, path }: HeapObjectFacts,
  summary: HeapSummary,
): readonly (readonly [string, string])[] {
  const { address, generation, shallowBytes, retainedBytes, isReached } = object
  const facts: readonly (readonly [string, string])[] = [
    [heapLabels.object.address, address],
    [heapLabels.object.generation, generation],
    [heapLabels.object.shallow, bytesText(shallowBytes)],
    [heapLabels.object.retained, `${bytesText(retainedBytes)}, ${shareText(retainedBytes, summary)}`],
    [heapLabels.object.referencedBy, formatCount(inCount)],
    [heapLabels.object.references, formatCount(outCount)],
    // Neither the roots themselves nor the object count as steps.
    [
      heapLabels.object.stepsFromARoot,
      isReached ? formatCount(Math.max(0, path.length - 2)) : heapLabels.object.notReachable,
    ],
    [heapLabels.object.module, module],
  ]
  return facts.filter(([, value]) => value !== '')
}
