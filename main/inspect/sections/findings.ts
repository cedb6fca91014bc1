import type { TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import { FindingFacts } from '../../analysis/findings/finding-facts.ts'
import { judgeFindings } from '../../analysis/findings/judge-findings.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceFile } from '../../workers/trace/trace-file.ts'
import { findingsJson, findingsText } from '../findings-text.ts'
import type { Section } from '../section.ts'

/** `--findings`: what the checks of the app find in the file. */
export function findingsSection(path: string): Section {
  const parts = new TraceParts()
  const judge = (trace: Trace): TraceFindings => {
    const file = new TraceFile(path)
    try {
      return judgeFindings(new FindingFacts(parts, trace, (offset, byteCount) => file.read(offset, byteCount)))
    } finally {
      file[Symbol.dispose]()
    }
  }
  return {
    listener: parts.listener,
    needsColumns: true,
    json: (trace) => findingsJson(judge(trace)),
    print(trace, output) {
      output.write(
        findingsText(judge(trace), {
          detail: ({ route }) => (route === undefined ? '' : `, below ${route}`),
          source: (question) => `record the preset ${question}`,
        }),
      )
    },
  }
}
