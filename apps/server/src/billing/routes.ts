import { dayIn } from "@kinora/domain/billing/months.ts";
import type { Context } from "../context.ts";
import { accountGrant, operations } from "../platform/http/operations.ts";
import { creditInvoice } from "./invoices/credit-invoice.ts";
import { exportInvoices } from "./invoices/export-invoices.ts";
import { invoiceFile } from "./invoices/invoice-file.ts";
import { listInvoiceRows } from "./invoices/invoice-rows.ts";
import { recordPayment } from "./invoices/payments.ts";
import { listInvoices, readInvoice, sellersOf, type InvoicesFilter } from "./invoices/read-invoices.ts";
import { recheckInvoice } from "./invoices/recheck.ts";
import { resendInvoice } from "./invoices/resend.ts";
import { cancelRun, listRuns, previewMonth, startRun } from "./invoices/runs.ts";
import { describeBillingSettings, saveBillingSettings } from "./invoices/settings.ts";
import { voidInvoice } from "./invoices/void-invoice.ts";
import { previewPricing, readAccountPlan, readAccountPricing } from "./plans/account-pricing.ts";
import { decidePlanRequest, requestPlan, withdrawPlanRequest } from "./plans/plan-requests.ts";
import { archivePlan, changePlan, createPlan, listPlans, setPlanRequestable } from "./plans/plans.ts";
import { saveTerms } from "./plans/terms.ts";
import { archiveSeller, changeSeller, createSeller, listSellers } from "./sellers/sellers.ts";
import { recountUsage } from "./usage/recount.ts";

const { billing } = operations;

/** By which an invoice is overdue. */
const todayOf = ({ clock }: Context) => dayIn("UTC", clock.now());

/** What a list of all accounts' invoices is narrowed to. */
const filterOf = (
  context: Context,
  {
    account,
    state,
    seller,
    search,
  }: Pick<InvoicesFilter, "state" | "seller"> & { account?: number | undefined; search?: string | undefined },
): InvoicesFilter => ({ accountId: account, state, seller, search: search || null, today: todayOf(context) });

const planRoutes = {
  listPlans: billing.listPlans.handler(async ({ context }) => ({ data: await listPlans(context) })),
  createPlan: billing.createPlan.handler(async ({ context, input }) => ({
    message: "Plan is created.",
    data: { id: await createPlan(context, input) },
  })),
  changePlan: billing.changePlan.handler(async ({ context, input: { plan_id: planId, version, ...plan } }) => {
    await changePlan(context, planId, plan, version);
    return { message: "Plan is saved." };
  }),
  archivePlan: billing.archivePlan.handler(async ({ context, input: { plan_id: planId, archived } }) => {
    await archivePlan(context, planId, archived);
    return { message: archived ? "Plan is archived." : "Plan is offered again." };
  }),
  setPlanRequestable: billing.setPlanRequestable.handler(
    async ({ context, input: { plan_id: planId, requestable } }) => {
      await setPlanRequestable(context, planId, requestable);
      return { message: requestable ? "Owners can request this plan." : "Owners cannot request this plan." };
    },
  ),
  decidePlanRequest: billing.decidePlanRequest.handler(async ({ context, input }) => {
    const { account_id: accountId, accepted, effective_from: effectiveFrom, answer } = input;
    await decidePlanRequest(context, accountId, { accepted, effectiveFrom, answer });
    return { message: accepted ? "Request is accepted." : "Request is declined." };
  }),
};

const pricingRoutes = {
  getBillingSettings: billing.getBillingSettings.handler(async ({ context }) => ({
    data: await describeBillingSettings(context.db),
  })),
  saveBillingSettings: billing.saveBillingSettings.handler(async ({ context, input }) => {
    const { version, ...settings } = input;
    await saveBillingSettings(context, settings, version);
    return { message: "Settings are saved.", data: await describeBillingSettings(context.db) };
  }),
  getAccountPricing: billing.getAccountPricing.handler(async ({ context, input }) => ({
    data: await readAccountPricing(context, input.account_id),
  })),
  saveAccountPricing: billing.saveAccountPricing.handler(async ({ context, input }) => {
    const {
      account_id: accountId,
      effective_from: effectiveFrom,
      plan_id: planId,
      special,
      seller_id: sellerId,
      note,
      time_zone: zone,
    } = input;
    await saveTerms(context, accountId, { effectiveFrom, planId, special, sellerId, note, timeZone: zone });
    return { message: "Pricing is saved." };
  }),
  previewAccountPricing: billing.previewAccountPricing.handler(
    async ({ context, input: { account_id: accountId, plan_id: planId, special } }) => ({
      data: await previewPricing(context, accountId, { planId, special }),
    }),
  ),
  recountUsage: billing.recountUsage.handler(async ({ context, input: { account_id: accountId, month } }) => ({
    message: "Usage is counted again.",
    data: await recountUsage(context, accountId, month),
  })),
};

const sellerRoutes = {
  listSellers: billing.listSellers.handler(async ({ context }) => ({ data: await listSellers(context.db) })),
  createSeller: billing.createSeller.handler(async ({ context, input }) => ({
    message: "Seller is created.",
    data: { id: await createSeller(context, input) },
  })),
  changeSeller: billing.changeSeller.handler(async ({ context, input: { seller_id: id, version, ...settings } }) => {
    await changeSeller(context, id, settings, version);
    return { message: "Seller is saved." };
  }),
  archiveSeller: billing.archiveSeller.handler(async ({ context, input: { seller_id: id, archived } }) => {
    await archiveSeller(context, id, archived);
    return { message: archived ? "Seller is archived." : "Seller is offered again." };
  }),
};

const invoiceRoutes = {
  listInvoices: billing.listInvoices.handler(({ context, input }) =>
    listInvoices(context.db, { page: input.page, per_page: input.per_page, ...filterOf(context, input) }),
  ),
  exportInvoices: billing.exportInvoices.handler(({ context, input }) =>
    exportInvoices(context, { ...filterOf(context, input), from: input.from, to: input.to }),
  ),
  previewInvoices: billing.previewInvoices.handler(({ context, input }) => previewMonth(context, input)),
  listInvoiceRuns: billing.listInvoiceRuns.handler(async ({ context }) => ({ data: await listRuns(context) })),
  issueInvoices: billing.issueInvoices.handler(async ({ context, input }) => ({
    message: "Invoices are being issued.",
    data: { id: await startRun(context, input.month) },
  })),
  cancelInvoiceRun: billing.cancelInvoiceRun.handler(async ({ context, input }) => {
    await cancelRun(context, input.run_id);
    return { message: "The run is stopped." };
  }),
  getInvoice: billing.getInvoice.handler(async ({ context, input }) => ({
    data: await readInvoice(context.db, { id: input.invoice_id, today: todayOf(context) }),
  })),
  getInvoiceFile: billing.getInvoiceFile.handler(({ context, input: { invoice_id: id, format } }) =>
    invoiceFile(context.db, { id, today: todayOf(context), format }),
  ),
  listInvoiceRows: billing.listInvoiceRows.handler(async ({ context, input: { invoice_id: id, line } }) => ({
    data: await listInvoiceRows(context.db, { id, line, today: todayOf(context) }),
  })),
  recheckInvoice: billing.recheckInvoice.handler(async ({ context, input }) => ({
    data: await recheckInvoice(context.db, input.invoice_id, todayOf(context)),
  })),
  voidInvoice: billing.voidInvoice.handler(async ({ context, input }) => ({
    message: "Invoice is voided by a credit note.",
    data: { id: await voidInvoice(context, input.invoice_id, input.reason) },
  })),
  creditInvoice: billing.creditInvoice.handler(
    async ({ context, input: { invoice_id: invoiceId, reason, amount, lines = [] } }) => {
      const wanted = amount === undefined ? { lines } : { amount };
      const { id, voids } = await creditInvoice(context, invoiceId, wanted, reason);
      const message = voids ? "Invoice is voided by a credit note." : "Credit note is issued.";
      return { message, data: { id } };
    },
  ),
  resendInvoice: billing.resendInvoice.handler(async ({ context, input }) => {
    await resendInvoice(context, input.invoice_id);
    return { message: "Invoice is sent again." };
  }),
  recordInvoicePayment: billing.recordInvoicePayment.handler(
    async ({ context, input: { invoice_id: id, amount, paid_on: paidOn, reference } }) => {
      const isNew = await recordPayment(context, id, { amount, paidOn, reference });
      return { message: isNew ? "Payment is recorded." : "This payment was recorded before." };
    },
  ),
};

/** What owners see of their account's plan and invoices. */
const ownerRoutes = {
  requestPlan: billing.requestPlan.handler(async ({ context, input: { plan_id: planId, note } }) => {
    await requestPlan(context, accountGrant(context).accountId, { planId, note });
    return { message: "Plan is requested." };
  }),
  withdrawPlanRequest: billing.withdrawPlanRequest.handler(async ({ context }) => {
    await withdrawPlanRequest(context, accountGrant(context).accountId);
    return { message: "Request is withdrawn." };
  }),
  getAccountPlan: billing.getAccountPlan.handler(async ({ context }) => ({
    data: await readAccountPlan(context, accountGrant(context).accountId),
  })),
  listAccountInvoices: billing.listAccountInvoices.handler(
    async ({ context, input: { account_id: _account, ...query } }) => {
      const { accountId } = accountGrant(context);
      return {
        ...(await listInvoices(context.db, { ...query, accountId, search: null, today: todayOf(context) })),
        sellers: await sellersOf(context.db, accountId),
      };
    },
  ),
  getAccountInvoice: billing.getAccountInvoice.handler(async ({ context, input }) => ({
    data: await readInvoice(context.db, {
      id: input.invoice_id,
      accountId: accountGrant(context).accountId,
      today: todayOf(context),
    }),
  })),
  getAccountInvoiceFile: billing.getAccountInvoiceFile.handler(({ context, input: { invoice_id: id, format } }) =>
    invoiceFile(context.db, { id, accountId: accountGrant(context).accountId, today: todayOf(context), format }),
  ),
  listAccountInvoiceRows: billing.listAccountInvoiceRows.handler(
    async ({ context, input: { invoice_id: id, line } }) => ({
      data: await listInvoiceRows(context.db, {
        id,
        accountId: accountGrant(context).accountId,
        line,
        today: todayOf(context),
      }),
    }),
  ),
};

/** Plans, prices and invoices: for superusers, and for the owners of an account. */
export const billingRoutes = { ...planRoutes, ...pricingRoutes, ...sellerRoutes, ...invoiceRoutes, ...ownerRoutes };
