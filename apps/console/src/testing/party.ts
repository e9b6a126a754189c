import type { SellerSettings } from "@kinora/domain/billing/parties.ts";

/** A company of an invoice. */
export const party: SellerSettings["seller"] = {
  name: "Kinora GmbH",
  email: "",
  vat_number: "",
  street: "Way 1",
  postcode: "1",
  city: "Kiel",
  country: "DE",
};
