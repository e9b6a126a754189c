import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery, pageQuery } from "../platform/queries.ts";

type InvoicesInput = Parameters<typeof api.billing.listInvoices>[0];

export type Plan = Awaited<ReturnType<typeof api.billing.listPlans>>["data"][number];
export type InvoiceSummary = Awaited<ReturnType<typeof api.billing.listInvoices>>["data"][number];
export type Invoice = Awaited<ReturnType<typeof api.billing.getInvoice>>["data"];
export type InvoicePreview = Awaited<ReturnType<typeof api.billing.previewInvoices>>["data"][number];
export type InvoiceRun = Awaited<ReturnType<typeof api.billing.listInvoiceRuns>>["data"][number];
export type AccountPricing = Awaited<ReturnType<typeof api.billing.getAccountPricing>>["data"];
export type AccountPlan = Awaited<ReturnType<typeof api.billing.getAccountPlan>>["data"];
export type BillingSettings = Awaited<ReturnType<typeof api.billing.getBillingSettings>>["data"];

export type Seller = Awaited<ReturnType<typeof api.billing.listSellers>>["data"][number];

export const sellersKey = ["billing", "sellers"] as const;
export const plansKey = ["billing", "plans"] as const;
export const settingsKey = ["billing", "settings"] as const;
export const invoicesKey = ["billing", "invoices"] as const;
export const runsKey = ["billing", "runs"] as const;
export const accountPlanKey = (accountId: number) => ["billing", "plan", accountId] as const;
export const pricingKey = (accountId: number) => ["billing", "pricing", accountId] as const;

export const plansQuery = () => dataQuery(plansKey, api.billing.listPlans, {});

export const sellersQuery = () => dataQuery(sellersKey, api.billing.listSellers, {});

export const settingsQuery = () => dataQuery(settingsKey, api.billing.getBillingSettings, {});

export const invoicesQuery = (input: InvoicesInput) =>
  pageQuery([...invoicesKey, "list", input], api.billing.listInvoices, input);

export const previewQuery = (month: string, page: number) =>
  pageQuery([...invoicesKey, "preview", month, page], api.billing.previewInvoices, { month, page });

/** How often runs are read while one is in progress. */
const RUNNING_MS = 1_000;

export const runsQuery = () =>
  queryOptions({
    queryKey: runsKey,
    queryFn: async ({ signal }) => (await api.billing.listInvoiceRuns({}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(({ finished_at: at }) => at === null) ? RUNNING_MS : false),
  });

/** An invoice as a superuser reads it, or, with an account, as its owners do. */
export const invoiceQuery = (id: number, accountId: number | null) =>
  queryOptions({
    queryKey: [...invoicesKey, "one", id, accountId],
    queryFn: async ({ signal }) =>
      accountId === null
        ? (await api.billing.getInvoice({ invoice_id: id }, { signal })).data
        : (await api.billing.getAccountInvoice({ account_id: accountId, invoice_id: id }, { signal })).data,
  });

export const invoiceRowsQuery = (id: number, line: number, accountId: number | null) =>
  queryOptions({
    queryKey: [...invoicesKey, "rows", id, line, accountId],
    queryFn: async ({ signal }) =>
      accountId === null
        ? (await api.billing.listInvoiceRows({ invoice_id: id, line }, { signal })).data
        : (await api.billing.listAccountInvoiceRows({ account_id: accountId, invoice_id: id, line }, { signal })).data,
  });

export const recheckQuery = (id: number) =>
  dataQuery([...invoicesKey, "recheck", id], api.billing.recheckInvoice, { invoice_id: id });

export const accountInvoicesQuery = (input: Parameters<typeof api.billing.listAccountInvoices>[0]) =>
  pageQuery([...invoicesKey, "account", input], api.billing.listAccountInvoices, input);

export const accountPlanQuery = (accountId: number) =>
  dataQuery(accountPlanKey(accountId), api.billing.getAccountPlan, { account_id: accountId });

export const pricingQuery = (accountId: number) =>
  dataQuery(pricingKey(accountId), api.billing.getAccountPricing, { account_id: accountId });
