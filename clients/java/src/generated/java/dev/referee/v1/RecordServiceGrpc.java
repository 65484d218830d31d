package dev.referee.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Reads, writes and judges game records. Nothing here keeps state. Whatever is wrong with a record is an answer and not an error,
 * for any bytes whatever.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RecordServiceGrpc {

  private RecordServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "referee.v1.RecordService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ParseRecordRequest,
      dev.referee.v1.ParseRecordResponse> getParseRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ParseRecord",
      requestType = dev.referee.v1.ParseRecordRequest.class,
      responseType = dev.referee.v1.ParseRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ParseRecordRequest,
      dev.referee.v1.ParseRecordResponse> getParseRecordMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ParseRecordRequest, dev.referee.v1.ParseRecordResponse> getParseRecordMethod;
    if ((getParseRecordMethod = RecordServiceGrpc.getParseRecordMethod) == null) {
      synchronized (RecordServiceGrpc.class) {
        if ((getParseRecordMethod = RecordServiceGrpc.getParseRecordMethod) == null) {
          RecordServiceGrpc.getParseRecordMethod = getParseRecordMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ParseRecordRequest, dev.referee.v1.ParseRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ParseRecord"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ParseRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ParseRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RecordServiceMethodDescriptorSupplier("ParseRecord"))
              .build();
        }
      }
    }
    return getParseRecordMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.FormatRecordRequest,
      dev.referee.v1.FormatRecordResponse> getFormatRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "FormatRecord",
      requestType = dev.referee.v1.FormatRecordRequest.class,
      responseType = dev.referee.v1.FormatRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.FormatRecordRequest,
      dev.referee.v1.FormatRecordResponse> getFormatRecordMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.FormatRecordRequest, dev.referee.v1.FormatRecordResponse> getFormatRecordMethod;
    if ((getFormatRecordMethod = RecordServiceGrpc.getFormatRecordMethod) == null) {
      synchronized (RecordServiceGrpc.class) {
        if ((getFormatRecordMethod = RecordServiceGrpc.getFormatRecordMethod) == null) {
          RecordServiceGrpc.getFormatRecordMethod = getFormatRecordMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.FormatRecordRequest, dev.referee.v1.FormatRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "FormatRecord"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.FormatRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.FormatRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RecordServiceMethodDescriptorSupplier("FormatRecord"))
              .build();
        }
      }
    }
    return getFormatRecordMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ValidateRecordRequest,
      dev.referee.v1.ValidateRecordResponse> getValidateRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ValidateRecord",
      requestType = dev.referee.v1.ValidateRecordRequest.class,
      responseType = dev.referee.v1.ValidateRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ValidateRecordRequest,
      dev.referee.v1.ValidateRecordResponse> getValidateRecordMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ValidateRecordRequest, dev.referee.v1.ValidateRecordResponse> getValidateRecordMethod;
    if ((getValidateRecordMethod = RecordServiceGrpc.getValidateRecordMethod) == null) {
      synchronized (RecordServiceGrpc.class) {
        if ((getValidateRecordMethod = RecordServiceGrpc.getValidateRecordMethod) == null) {
          RecordServiceGrpc.getValidateRecordMethod = getValidateRecordMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ValidateRecordRequest, dev.referee.v1.ValidateRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ValidateRecord"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ValidateRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ValidateRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RecordServiceMethodDescriptorSupplier("ValidateRecord"))
              .build();
        }
      }
    }
    return getValidateRecordMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.BatchValidateRecordsRequest,
      dev.referee.v1.BatchValidateRecordsResponse> getBatchValidateRecordsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "BatchValidateRecords",
      requestType = dev.referee.v1.BatchValidateRecordsRequest.class,
      responseType = dev.referee.v1.BatchValidateRecordsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.BatchValidateRecordsRequest,
      dev.referee.v1.BatchValidateRecordsResponse> getBatchValidateRecordsMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.BatchValidateRecordsRequest, dev.referee.v1.BatchValidateRecordsResponse> getBatchValidateRecordsMethod;
    if ((getBatchValidateRecordsMethod = RecordServiceGrpc.getBatchValidateRecordsMethod) == null) {
      synchronized (RecordServiceGrpc.class) {
        if ((getBatchValidateRecordsMethod = RecordServiceGrpc.getBatchValidateRecordsMethod) == null) {
          RecordServiceGrpc.getBatchValidateRecordsMethod = getBatchValidateRecordsMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.BatchValidateRecordsRequest, dev.referee.v1.BatchValidateRecordsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "BatchValidateRecords"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.BatchValidateRecordsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.BatchValidateRecordsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RecordServiceMethodDescriptorSupplier("BatchValidateRecords"))
              .build();
        }
      }
    }
    return getBatchValidateRecordsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.StreamValidateRecordsRequest,
      dev.referee.v1.StreamValidateRecordsResponse> getStreamValidateRecordsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "StreamValidateRecords",
      requestType = dev.referee.v1.StreamValidateRecordsRequest.class,
      responseType = dev.referee.v1.StreamValidateRecordsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<dev.referee.v1.StreamValidateRecordsRequest,
      dev.referee.v1.StreamValidateRecordsResponse> getStreamValidateRecordsMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.StreamValidateRecordsRequest, dev.referee.v1.StreamValidateRecordsResponse> getStreamValidateRecordsMethod;
    if ((getStreamValidateRecordsMethod = RecordServiceGrpc.getStreamValidateRecordsMethod) == null) {
      synchronized (RecordServiceGrpc.class) {
        if ((getStreamValidateRecordsMethod = RecordServiceGrpc.getStreamValidateRecordsMethod) == null) {
          RecordServiceGrpc.getStreamValidateRecordsMethod = getStreamValidateRecordsMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.StreamValidateRecordsRequest, dev.referee.v1.StreamValidateRecordsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "StreamValidateRecords"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.StreamValidateRecordsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.StreamValidateRecordsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RecordServiceMethodDescriptorSupplier("StreamValidateRecords"))
              .build();
        }
      }
    }
    return getStreamValidateRecordsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.AnswerLinesRequest,
      dev.referee.v1.AnswerLinesResponse> getAnswerLinesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AnswerLines",
      requestType = dev.referee.v1.AnswerLinesRequest.class,
      responseType = dev.referee.v1.AnswerLinesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.AnswerLinesRequest,
      dev.referee.v1.AnswerLinesResponse> getAnswerLinesMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.AnswerLinesRequest, dev.referee.v1.AnswerLinesResponse> getAnswerLinesMethod;
    if ((getAnswerLinesMethod = RecordServiceGrpc.getAnswerLinesMethod) == null) {
      synchronized (RecordServiceGrpc.class) {
        if ((getAnswerLinesMethod = RecordServiceGrpc.getAnswerLinesMethod) == null) {
          RecordServiceGrpc.getAnswerLinesMethod = getAnswerLinesMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.AnswerLinesRequest, dev.referee.v1.AnswerLinesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AnswerLines"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.AnswerLinesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.AnswerLinesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RecordServiceMethodDescriptorSupplier("AnswerLines"))
              .build();
        }
      }
    }
    return getAnswerLinesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static RecordServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RecordServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RecordServiceStub>() {
        @java.lang.Override
        public RecordServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RecordServiceStub(channel, callOptions);
        }
      };
    return RecordServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static RecordServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RecordServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RecordServiceBlockingV2Stub>() {
        @java.lang.Override
        public RecordServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RecordServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return RecordServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static RecordServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RecordServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RecordServiceBlockingStub>() {
        @java.lang.Override
        public RecordServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RecordServiceBlockingStub(channel, callOptions);
        }
      };
    return RecordServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static RecordServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RecordServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RecordServiceFutureStub>() {
        @java.lang.Override
        public RecordServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RecordServiceFutureStub(channel, callOptions);
        }
      };
    return RecordServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Reads, writes and judges game records. Nothing here keeps state. Whatever is wrong with a record is an answer and not an error,
   * for any bytes whatever.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Reads a record from YAML or JSON, reports every repair, and gives the play as actions.
     * </pre>
     */
    default void parseRecord(dev.referee.v1.ParseRecordRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ParseRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getParseRecordMethod(), responseObserver);
    }

    /**
     * <pre>
     * Writes a record in canonical YAML and JSON, with its seals if they are asked for.
     * </pre>
     */
    default void formatRecord(dev.referee.v1.FormatRecordRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.FormatRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getFormatRecordMethod(), responseObserver);
    }

    /**
     * <pre>
     * Judges one record.
     * </pre>
     */
    default void validateRecord(dev.referee.v1.ValidateRecordRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ValidateRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getValidateRecordMethod(), responseObserver);
    }

    /**
     * <pre>
     * Judges many records; what is wrong with one says nothing about the others.
     * </pre>
     */
    default void batchValidateRecords(dev.referee.v1.BatchValidateRecordsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.BatchValidateRecordsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getBatchValidateRecordsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Judges any number of records. The client opens, the server states its window, then chunks go in and verdicts come out in the
     * same order. After a broken connection the client opens again with the first chunk that was not answered.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<dev.referee.v1.StreamValidateRecordsRequest> streamValidateRecords(
        io.grpc.stub.StreamObserver<dev.referee.v1.StreamValidateRecordsResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getStreamValidateRecordsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Answers questions of the line protocol, about hands as well as records, as `referee answer` does: for programs that speak it,
     * and for what no other call asks, whether cards are one meld and what a hand lays off. A bad line has an answer that says so.
     * </pre>
     */
    default void answerLines(dev.referee.v1.AnswerLinesRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.AnswerLinesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAnswerLinesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RecordService.
   * <pre>
   * Reads, writes and judges game records. Nothing here keeps state. Whatever is wrong with a record is an answer and not an error,
   * for any bytes whatever.
   * </pre>
   */
  public static abstract class RecordServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return RecordServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service RecordService.
   * <pre>
   * Reads, writes and judges game records. Nothing here keeps state. Whatever is wrong with a record is an answer and not an error,
   * for any bytes whatever.
   * </pre>
   */
  public static final class RecordServiceStub
      extends io.grpc.stub.AbstractAsyncStub<RecordServiceStub> {
    private RecordServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RecordServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RecordServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Reads a record from YAML or JSON, reports every repair, and gives the play as actions.
     * </pre>
     */
    public void parseRecord(dev.referee.v1.ParseRecordRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ParseRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getParseRecordMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Writes a record in canonical YAML and JSON, with its seals if they are asked for.
     * </pre>
     */
    public void formatRecord(dev.referee.v1.FormatRecordRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.FormatRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getFormatRecordMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Judges one record.
     * </pre>
     */
    public void validateRecord(dev.referee.v1.ValidateRecordRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ValidateRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getValidateRecordMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Judges many records; what is wrong with one says nothing about the others.
     * </pre>
     */
    public void batchValidateRecords(dev.referee.v1.BatchValidateRecordsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.BatchValidateRecordsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getBatchValidateRecordsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Judges any number of records. The client opens, the server states its window, then chunks go in and verdicts come out in the
     * same order. After a broken connection the client opens again with the first chunk that was not answered.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<dev.referee.v1.StreamValidateRecordsRequest> streamValidateRecords(
        io.grpc.stub.StreamObserver<dev.referee.v1.StreamValidateRecordsResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getStreamValidateRecordsMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * Answers questions of the line protocol, about hands as well as records, as `referee answer` does: for programs that speak it,
     * and for what no other call asks, whether cards are one meld and what a hand lays off. A bad line has an answer that says so.
     * </pre>
     */
    public void answerLines(dev.referee.v1.AnswerLinesRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.AnswerLinesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAnswerLinesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RecordService.
   * <pre>
   * Reads, writes and judges game records. Nothing here keeps state. Whatever is wrong with a record is an answer and not an error,
   * for any bytes whatever.
   * </pre>
   */
  public static final class RecordServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<RecordServiceBlockingV2Stub> {
    private RecordServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RecordServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RecordServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Reads a record from YAML or JSON, reports every repair, and gives the play as actions.
     * </pre>
     */
    public dev.referee.v1.ParseRecordResponse parseRecord(dev.referee.v1.ParseRecordRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getParseRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Writes a record in canonical YAML and JSON, with its seals if they are asked for.
     * </pre>
     */
    public dev.referee.v1.FormatRecordResponse formatRecord(dev.referee.v1.FormatRecordRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getFormatRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Judges one record.
     * </pre>
     */
    public dev.referee.v1.ValidateRecordResponse validateRecord(dev.referee.v1.ValidateRecordRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getValidateRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Judges many records; what is wrong with one says nothing about the others.
     * </pre>
     */
    public dev.referee.v1.BatchValidateRecordsResponse batchValidateRecords(dev.referee.v1.BatchValidateRecordsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getBatchValidateRecordsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Judges any number of records. The client opens, the server states its window, then chunks go in and verdicts come out in the
     * same order. After a broken connection the client opens again with the first chunk that was not answered.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<dev.referee.v1.StreamValidateRecordsRequest, dev.referee.v1.StreamValidateRecordsResponse>
        streamValidateRecords() {
      return io.grpc.stub.ClientCalls.blockingBidiStreamingCall(
          getChannel(), getStreamValidateRecordsMethod(), getCallOptions());
    }

    /**
     * <pre>
     * Answers questions of the line protocol, about hands as well as records, as `referee answer` does: for programs that speak it,
     * and for what no other call asks, whether cards are one meld and what a hand lays off. A bad line has an answer that says so.
     * </pre>
     */
    public dev.referee.v1.AnswerLinesResponse answerLines(dev.referee.v1.AnswerLinesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAnswerLinesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RecordService.
   * <pre>
   * Reads, writes and judges game records. Nothing here keeps state. Whatever is wrong with a record is an answer and not an error,
   * for any bytes whatever.
   * </pre>
   */
  public static final class RecordServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<RecordServiceBlockingStub> {
    private RecordServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RecordServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RecordServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Reads a record from YAML or JSON, reports every repair, and gives the play as actions.
     * </pre>
     */
    public dev.referee.v1.ParseRecordResponse parseRecord(dev.referee.v1.ParseRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getParseRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Writes a record in canonical YAML and JSON, with its seals if they are asked for.
     * </pre>
     */
    public dev.referee.v1.FormatRecordResponse formatRecord(dev.referee.v1.FormatRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getFormatRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Judges one record.
     * </pre>
     */
    public dev.referee.v1.ValidateRecordResponse validateRecord(dev.referee.v1.ValidateRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getValidateRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Judges many records; what is wrong with one says nothing about the others.
     * </pre>
     */
    public dev.referee.v1.BatchValidateRecordsResponse batchValidateRecords(dev.referee.v1.BatchValidateRecordsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getBatchValidateRecordsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Answers questions of the line protocol, about hands as well as records, as `referee answer` does: for programs that speak it,
     * and for what no other call asks, whether cards are one meld and what a hand lays off. A bad line has an answer that says so.
     * </pre>
     */
    public dev.referee.v1.AnswerLinesResponse answerLines(dev.referee.v1.AnswerLinesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAnswerLinesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RecordService.
   * <pre>
   * Reads, writes and judges game records. Nothing here keeps state. Whatever is wrong with a record is an answer and not an error,
   * for any bytes whatever.
   * </pre>
   */
  public static final class RecordServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<RecordServiceFutureStub> {
    private RecordServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RecordServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RecordServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Reads a record from YAML or JSON, reports every repair, and gives the play as actions.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ParseRecordResponse> parseRecord(
        dev.referee.v1.ParseRecordRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getParseRecordMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Writes a record in canonical YAML and JSON, with its seals if they are asked for.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.FormatRecordResponse> formatRecord(
        dev.referee.v1.FormatRecordRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getFormatRecordMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Judges one record.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ValidateRecordResponse> validateRecord(
        dev.referee.v1.ValidateRecordRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getValidateRecordMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Judges many records; what is wrong with one says nothing about the others.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.BatchValidateRecordsResponse> batchValidateRecords(
        dev.referee.v1.BatchValidateRecordsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getBatchValidateRecordsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Answers questions of the line protocol, about hands as well as records, as `referee answer` does: for programs that speak it,
     * and for what no other call asks, whether cards are one meld and what a hand lays off. A bad line has an answer that says so.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.AnswerLinesResponse> answerLines(
        dev.referee.v1.AnswerLinesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAnswerLinesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_PARSE_RECORD = 0;
  private static final int METHODID_FORMAT_RECORD = 1;
  private static final int METHODID_VALIDATE_RECORD = 2;
  private static final int METHODID_BATCH_VALIDATE_RECORDS = 3;
  private static final int METHODID_ANSWER_LINES = 4;
  private static final int METHODID_STREAM_VALIDATE_RECORDS = 5;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_PARSE_RECORD:
          serviceImpl.parseRecord((dev.referee.v1.ParseRecordRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ParseRecordResponse>) responseObserver);
          break;
        case METHODID_FORMAT_RECORD:
          serviceImpl.formatRecord((dev.referee.v1.FormatRecordRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.FormatRecordResponse>) responseObserver);
          break;
        case METHODID_VALIDATE_RECORD:
          serviceImpl.validateRecord((dev.referee.v1.ValidateRecordRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ValidateRecordResponse>) responseObserver);
          break;
        case METHODID_BATCH_VALIDATE_RECORDS:
          serviceImpl.batchValidateRecords((dev.referee.v1.BatchValidateRecordsRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.BatchValidateRecordsResponse>) responseObserver);
          break;
        case METHODID_ANSWER_LINES:
          serviceImpl.answerLines((dev.referee.v1.AnswerLinesRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.AnswerLinesResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_STREAM_VALIDATE_RECORDS:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.streamValidateRecords(
              (io.grpc.stub.StreamObserver<dev.referee.v1.StreamValidateRecordsResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getParseRecordMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ParseRecordRequest,
              dev.referee.v1.ParseRecordResponse>(
                service, METHODID_PARSE_RECORD)))
        .addMethod(
          getFormatRecordMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.FormatRecordRequest,
              dev.referee.v1.FormatRecordResponse>(
                service, METHODID_FORMAT_RECORD)))
        .addMethod(
          getValidateRecordMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ValidateRecordRequest,
              dev.referee.v1.ValidateRecordResponse>(
                service, METHODID_VALIDATE_RECORD)))
        .addMethod(
          getBatchValidateRecordsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.BatchValidateRecordsRequest,
              dev.referee.v1.BatchValidateRecordsResponse>(
                service, METHODID_BATCH_VALIDATE_RECORDS)))
        .addMethod(
          getStreamValidateRecordsMethod(),
          io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
            new MethodHandlers<
              dev.referee.v1.StreamValidateRecordsRequest,
              dev.referee.v1.StreamValidateRecordsResponse>(
                service, METHODID_STREAM_VALIDATE_RECORDS)))
        .addMethod(
          getAnswerLinesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.AnswerLinesRequest,
              dev.referee.v1.AnswerLinesResponse>(
                service, METHODID_ANSWER_LINES)))
        .build();
  }

  private static abstract class RecordServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    RecordServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.referee.v1.RecordServiceOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("RecordService");
    }
  }

  private static final class RecordServiceFileDescriptorSupplier
      extends RecordServiceBaseDescriptorSupplier {
    RecordServiceFileDescriptorSupplier() {}
  }

  private static final class RecordServiceMethodDescriptorSupplier
      extends RecordServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    RecordServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (RecordServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new RecordServiceFileDescriptorSupplier())
              .addMethod(getParseRecordMethod())
              .addMethod(getFormatRecordMethod())
              .addMethod(getValidateRecordMethod())
              .addMethod(getBatchValidateRecordsMethod())
              .addMethod(getStreamValidateRecordsMethod())
              .addMethod(getAnswerLinesMethod())
              .build();
        }
      }
    }
    return result;
  }
}
