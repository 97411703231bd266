const movements = [
  { time: '08:12', what: 'Received', from: 'Supplier', to: 'Dock 1', quantity: '+48' },
  { time: '08:40', what: 'Put away', from: 'Dock 1', to: 'A-03-2', quantity: '48' },
  { time: '10:31', what: 'Moved', from: 'A-03-2', to: 'A-01-1', quantity: '12' },
  { time: '11:02', what: 'Put on hold', from: 'A-01-1', to: 'A-01-1', quantity: '4' },
  { time: '14:20', what: 'Adjusted, damaged', from: 'A-03-2', to: 'Adjustment', quantity: '−1' },
]

/** The quantities after the movements above. */
const balance = [
  { name: 'On hand', value: 47 },
  { name: 'Unavailable', value: 4 },
  { name: 'Available', value: 43 },
]

/** The sample history of one product: how its quantities result from its movements. */
export function LedgerSample() {
  return (
    <figure className="card overflow-hidden">
      <figcaption className="border-b border-line px-5 py-3 text-sm text-muted">
        <span className="font-medium text-text">Enamel mug, blue</span> · one day, sample data
      </figcaption>
      <table className="w-full text-sm tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Movement</th>
            <th scope="col" className="max-sm:hidden">
              From
            </th>
            <th scope="col" className="max-sm:hidden">
              To
            </th>
            <th scope="col" className="text-end!">
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {movements.map(({ time, what, from, to, quantity }) => (
            <tr key={time}>
              <td className="text-muted">{time}</td>
              <td>{what}</td>
              <td className="text-muted max-sm:hidden">{from}</td>
              <td className="text-muted max-sm:hidden">{to}</td>
              <td className="text-end! font-medium">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="grid grid-cols-3 bg-hover">
        {balance.map(({ name, value }) => (
          <div key={name} className="px-5 py-4">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
