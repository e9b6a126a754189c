import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

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

export const plansQuery = () =>
  queryOptions({
    queryKey: plansKey,
    queryFn: async ({ signal }) => (await api.billing.listPlans({}, { signal })).data,
  });

export const sellersQuery = () =>
  queryOptions({
    queryKey: sellersKey,
    queryFn: async ({ signal }) => (await api.billing.listSellers({}, { signal })).data,
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => (await api.billing.getBillingSettings({}, { signal })).data,
  });

export const invoicesQuery = (input: InvoicesInput) =>
  queryOptions({
    queryKey: [...invoicesKey, "list", input],
    queryFn: ({ signal }) => api.billing.listInvoices(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const previewQuery = (month: string, page: number) =>
  queryOptions({
    queryKey: [...invoicesKey, "preview", month, page],
    queryFn: ({ signal }) => api.billing.previewInvoices({ month, page }, { signal }),
    placeholderData: keepPreviousData,
  });

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
  queryOptions({
    queryKey: [...invoicesKey, "recheck", id],
    queryFn: async ({ signal }) => (await api.billing.recheckInvoice({ invoice_id: id }, { signal })).data,
  });

export const accountInvoicesQuery = (input: Parameters<typeof api.billing.listAccountInvoices>[0]) =>
  queryOptions({
    queryKey: [...invoicesKey, "account", input],
    queryFn: ({ signal }) => api.billing.listAccountInvoices(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const accountPlanQuery = (accountId: number) =>
  queryOptions({
    queryKey: accountPlanKey(accountId),
    queryFn: async ({ signal }) => (await api.billing.getAccountPlan({ account_id: accountId }, { signal })).data,
  });

export const pricingQuery = (accountId: number) =>
  queryOptions({
    queryKey: pricingKey(accountId),
    queryFn: async ({ signal }) => (await api.billing.getAccountPricing({ account_id: accountId }, { signal })).data,
  });
