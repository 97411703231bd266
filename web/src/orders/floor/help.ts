import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  floor: {
    title: 'Floor mode',
    about: 'Picking with a handheld scanner or a phone, one task at a time.',
    tasks: [
      'To pick, take a fulfillment, go to the location, scan it, scan the item and confirm.',
      'To pick several orders on one walk, select New batch, or take a batch that is there.',
      'In a cluster, scan a tote for each order first. Then scan location, item and the tote that is shown.',
      'To report that too little is there, select Short.',
      'Without a connection, confirmed picks wait on this device and are sent in order later.',
      'Scan CMD:CONFIRM, CMD:SHORT, CMD:NEXT or CMD:UNDO instead of pressing a button.',
    ],
  },
}
