const movements = [
  { time: '08:12', what: 'Received', from: 'Supplier', to: 'Dock 1', quantity: '+48' },
  { time: '08:40', what: 'Put away', from: 'Dock 1', to: 'A-03-2', quantity: '48' },
  { time: '10:31', what: 'Picked, order 1042', from: 'A-03-2', to: 'Packing', quantity: '12' },
  { time: '11:02', what: 'Shipped, order 1042', from: 'Packing', to: 'Customer', quantity: '−12' },
  { time: '14:20', what: 'Counted, one missing', from: 'A-03-2', to: 'Loss', quantity: '−1' },
]

/** What the movements above leave, and what one open order has set apart. */
const balance = [
  { name: 'On hand', value: 35 },
  { name: 'Reserved', value: 8 },
  { name: 'Available', value: 27 },
]

/** A day of one article, as an example of how every number follows from what happened. */
export function LedgerSample() {
  return (
    <figure className="card overflow-hidden">
      <figcaption className="border-b border-line px-5 py-3 text-sm text-muted">
        <span className="font-medium text-text">Enamel mug, blue</span> · one day, sample figures
      </figcaption>
      <table className="w-full text-sm tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col">Time</th>
            <th scope="col">What happened</th>
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
