import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useEffect, useRef, useState } from 'react'
import { stepsOf, summit, ticksOf } from './steps.ts'

type ChartPoint = {
  /** Where on the line, in words: a day. */
  label: string
  value: number
  /** The value as people read it. */
  text: string
}

type Props = {
  points: readonly ChartPoint[]
  /** The whole chart in one sentence, for those who do not see it. */
  summary: string
  /** Above the columns of the table. */
  columns: readonly [string, string]
  /** Writes a number of the scale beside the chart. */
  format: (value: number) => string
}

const height = 180
const margin = { top: 8, right: 12, bottom: 28, left: 52 }

/** Within the frame, also the first and the last. */
const anchorOf = (index: number, count: number) =>
  index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'

/** A number that stays until it changes, over time, from zero; the same as a table on demand. */
export function StepLine({ points, summary, columns, format }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const x = scaleLinear({
    domain: [0, Math.max(1, points.length - 1)],
    range: [margin.left, Math.max(margin.left, width - margin.right)],
  })
  const top = summit(points.map(({ value }) => value))
  const y = scaleLinear({
    domain: [0, top],
    range: [height - margin.bottom, margin.top],
    nice: true,
  })
  const tick = { className: 'fill-muted text-xs' }
  const days = ticksOf(points.length, width < 480 ? 3 : 6)
  return (
    <div className="grid gap-2">
      <div ref={frame} className="min-w-0" style={{ height }}>
        {width > 0 && (
          <svg role="img" aria-label={summary} width={width} height={height} className="block">
            <AxisLeft
              scale={y}
              left={margin.left}
              numTicks={Math.min(4, Math.ceil(top))}
              hideAxisLine
              tickClassName="[&_line]:stroke-line"
              tickLabelProps={{ ...tick, dx: '-0.25em', dy: '0.3em', textAnchor: 'end' }}
              tickFormat={(value) => format(Number(value))}
            />
            <AxisBottom
              scale={x}
              top={height - margin.bottom}
              tickValues={days}
              axisLineClassName="stroke-edge"
              tickClassName="[&_line]:stroke-edge"
              tickLabelProps={(_, i) => ({ ...tick, textAnchor: anchorOf(i, days.length) })}
              tickFormat={(value) => points[Number(value)]?.label ?? ''}
            />
            <LinePath
              data={stepsOf(points.map(({ value }) => value))}
              x={([at]) => x(at)}
              y={([, value]) => y(value)}
              className="fill-none stroke-accent"
              strokeWidth={2}
            />
          </svg>
        )}
      </div>
      <details className="text-sm">
        <summary className="text-muted">Show as table</summary>
        <div
          role="region"
          aria-label="The chart as a table"
          tabIndex={0}
          className="mt-2 max-h-64 overflow-auto"
        >
          <table className="w-full max-w-sm">
            <thead>
              <tr className="border-b border-line text-muted">
                <th scope="col" className="py-1 text-start font-medium">
                  {columns[0]}
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ label, text }) => (
                <tr key={label}>
                  <th scope="row" className="py-1 text-start font-normal">
                    {label}
                  </th>
                  <td className="py-1 text-end">{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}
