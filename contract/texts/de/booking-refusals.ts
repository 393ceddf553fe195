import type { bookingRefusals as english } from '../en/booking-refusals.ts'

export const bookingRefusals: typeof english = {
  bookings_off: 'Geräte in diesem Raum lassen sich nicht buchen.',
  booking_not_found: 'Diese Buchung gibt es nicht, sie ist vorbei oder nicht Ihre.',
  booking_begun:
    'Diese Zeit hat begonnen und lässt sich nicht mehr verschieben. Sie können sie stornieren.',
  slot_not_found: 'Diese Zeit gibt es nicht. Die Zeiten haben sich vielleicht geändert.',
  slot_not_open:
    'Diese Zeit ist vorbei oder noch nicht buchbar, Sie hatten sie schon, oder ihre Geräte sind außer Betrieb. Wählen Sie eine andere.',
  slot_taken:
    'Jemand anderes hat ein Gerät dieser Zeit gebucht oder reserviert. Wählen Sie eine andere.',
  guests_cannot_book: 'Gäste können hier nicht buchen. Erstellen Sie zuerst ein Konto.',
  too_many_bookings: ({ most }) =>
    `Sie haben hier schon ${most} offene ${most === 1 ? 'Buchung' : 'Buchungen'}. Stornieren oder verschieben Sie eine.`,
  too_many_bookings_in_month: ({ most }) =>
    `Sie haben die ${most} ${most === 1 ? 'Buchung' : 'Buchungen'} dieses Monats erreicht. Wählen Sie einen Tag in einem anderen Monat.`,
  slot_ending: ({ minutes }) =>
    `Ihre gebuchte Zeit endet in ${minutes} Min., deshalb startet kein neuer Durchgang. Es wurde nichts abgebucht.`,
  runs_into_booking: ({ minutes, others }) =>
    [
      `Dieses Gerät ist in ${minutes} Min. gebucht, bevor dieser Durchgang enden würde.`,
      'Es wurde nichts abgebucht.',
      others
        ? `Im selben Raum verfügbar: ${others}.`
        : 'Wählen Sie ein anderes Gerät oder einen kürzeren Durchgang.',
    ].join(' '),
}
